// The worker runs before PyScript is here. PyScript's own class of workers is built on top of the
// browser's; while its module is read, it finds this one instead, which hands out the worker that
// has begun. What that class adds, it then adds to a worker that runs.

const { Worker: Native } = globalThis;

function Begun() {
  return Object.setPrototypeOf(begun.worker, new.target.prototype);
}
Begun.prototype = Native.prototype;
globalThis.Worker = Begun;

/** Puts the browser's own back. */
export function restore() {
  globalThis.Worker = Native;
}

/** The worker that PyScript gets next; set before it is asked for one. */
export const begun = { worker: null };
