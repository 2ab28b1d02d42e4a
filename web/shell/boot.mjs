// Starts Python: one PyScript worker, watched by a time limit, tried twice.

import { PyWorker, hooks } from "@pyscript/core";
import { file as workerFile } from "./pyscript/worker.mjs";

// PyScript hands its worker functions as text and compiles them there, which a policy without
// `unsafe-eval` forbids. The only one registered serves `pyscript.fs`, which nothing here uses.
hooks.worker.onBeforeRunAsync.clear();

const absolute = (path) => new URL(path, document.baseURI).href;

/** No byte for so long means that none will come; Python itself may compute for longer. */
const STALLED_MS = 9_000;
const STUCK_MS = 40_000;

/** One attempt: resolves to the running worker, or rejects with the reason. */
function attempt(parts, progress, files, packed) {
  return new Promise((resolve, reject) => {
    let worker;
    let watch;
    const fail = (reason) => {
      clearInterval(watch);
      hooks.main.onWorker.delete(watchWorker);
      worker?.terminate();
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    const watchWorker = (_, started) => {
      worker = started;
      worker.addEventListener("message", ({ data }) => {
        if (data?.cardNight) progress.came(data.cardNight);
      });
      // A worker whose file does not load says so only here.
      worker.addEventListener("error", (event) => fail(event.message || "the worker did not load"));
    };
    watch = setInterval(() => {
      const silent = performance.now() - progress.moved;
      if (silent > (progress.complete ? STUCK_MS : STALLED_MS)) {
        fail(`nothing came for ${Math.round(silent / 1000)} seconds`);
      }
    }, 500);
    hooks.main.onWorker.add(watchWorker);
    workerFile.url = absolute(parts.worker);
    const here = navigator.serviceWorker?.controller ? "#kept" : "";
    const way = here || (packed ? "#packed" : "");
    PyWorker(absolute(parts.start), {
      version: absolute(parts.interpreter) + way,
      async: true,
      config: { files, packages_cache: "never", sync_main_only: true },
    }).then((ready) => {
      clearInterval(watch);
      hooks.main.onWorker.delete(watchWorker);
      resolve(ready);
    }, fail);
  });
}

/**
 * Starts Python, a second time where the first fails.
 *
 * Resolves to `{receive, stop}`: the app's function of text to text, and the end of its worker.
 * Rejects with both reasons.
 */
export async function boot(parts, progress) {
  const files = Object.fromEntries(parts.archives.map((path) => [absolute(path), "./*"]));
  let worker;
  try {
    worker = await attempt(parts, progress, files, parts.packed);
  } catch (first) {
    progress.restart();
    try {
      // Whatever went wrong with unpacking, the files as they are cannot go wrong that way.
      worker = await attempt(parts, progress, files, false);
    } catch (second) {
      throw new Error(`${first.message}; then ${second.message}`);
    }
  }
  return {
    receive: (message) => worker.sync.receive(message),
    stop: () => worker.terminate(),
  };
}
