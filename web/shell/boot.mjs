// Starts Python: one PyScript worker, watched by a time limit, tried twice.

import { PyWorker, hooks } from "@pyscript/core";
import { begun as forPyScript } from "./pyscript/begun.mjs";

// PyScript hands its worker functions as text and compiles them there, which a policy without
// `unsafe-eval` forbids. The only one registered serves `pyscript.fs`, which nothing here uses.
hooks.worker.onBeforeRunAsync.clear();

const absolute = (path) => new URL(path, document.baseURI).href;

/** No byte for so long means that none will come; Python itself may compute for longer. */
const STALLED_MS = 9_000;
const STUCK_MS = 40_000;

/** One attempt: resolves to the running worker, or rejects with the reason. */
function attempt(parts, progress, begun, { told, later }) {
  return new Promise((resolve, reject) => {
    let watch;
    const fail = (reason) => {
      clearInterval(watch);
      begun.worker.terminate();
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    begun.hear = (message) => {
      if (message.failed) fail(message.failed);
      else if (message.mark) mark(message);
      else if (message.compiled) told(message);
      else if (message.later) later(message);
      else if (parts.rooms.archive.endsWith(message.file)) {
        later({ later: "coming", part: Math.min(1, message.bytes / parts.rooms.size) });
      }
      else progress.came(message);
    };
    begun.told.forEach(begun.hear);
    watch = setInterval(() => {
      const silent = performance.now() - progress.moved;
      if (silent > (progress.complete ? STUCK_MS : STALLED_MS)) {
        fail(`nothing came for ${Math.round(silent / 1000)} seconds`);
      }
    }, 500);
    forPyScript.worker = begun.worker;
    PyWorker(absolute(parts.start), {
      version: absolute(parts.worker),
      async: true,
      config: { packages_cache: "never", sync_main_only: true },
    }).then((ready) => {
      clearInterval(watch);
      resolve(ready);
    }, fail);
  });
}

/** A step of the start that is done, in the page's own timeline. */
const mark = ({ mark: name, at }) =>
  performance.mark(`start:${name}`, { startTime: Math.max(0, at - performance.timeOrigin) });

/**
 * Starts Python, a second time where the first fails.
 *
 * Resolves to `{receive, prepare, fetch, stop}`: the app's function of text to text, one step of
 * preparing the next start, the asking for the part that comes later, and the end of its worker.
 * `hears` is `{told, later}`: `told` hears how this start was prepared, `{compiled, trouble, todo}`,
 * again when that changes; `later` what becomes of that part: `{later, reason, part}`, where `part`
 * is how much is here. `afresh`: not from what was kept, since that failed. Rejects with both reasons.
 */
export async function boot(parts, progress, hears, afresh) {
  const { cardNight } = window;
  let begun = cardNight.begun ?? cardNight.begin(afresh);
  cardNight.begun = null;
  let worker;
  try {
    worker = await attempt(parts, progress, begun, hears);
  } catch (first) {
    progress.restart();
    try {
      begun = cardNight.begin(true);
      worker = await attempt(parts, progress, begun, hears);
    } catch (second) {
      throw new Error(`${first.message}; then ${second.message}`);
    }
  }
  return {
    receive: (message) => worker.sync.receive(message),
    prepare: () => worker.sync.prepare(),
    fetch: (wanted) => begun.worker.postMessage({ cardNight: wanted }),
    stop: () => worker.terminate(),
  };
}
