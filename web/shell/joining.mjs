// PyScript's half of the page: a file of its own, fetched and read once the game runs.

import { PyWorker, hooks } from "@pyscript/core";
import { begun } from "./pyscript/begun.mjs";

// PyScript hands its worker functions as text and compiles them there, which a policy without
// `unsafe-eval` forbids. The only one registered serves `pyscript.fs`, which nothing here uses.
hooks.worker.onBeforeRunAsync.clear();

const absolute = (path) => new URL(path, document.baseURI).href;

/** PyScript's worker, made of the `worker` that runs. */
export function pyscript(parts, worker) {
  begun.worker = worker;
  return PyWorker(absolute(parts.start), {
    version: absolute(parts.worker),
    async: true,
    config: { packages_cache: "never", sync_main_only: true },
  });
}
