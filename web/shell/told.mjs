// What the worker tells the page while it starts: how many bytes are here, and what is done.

/** Sends the page one message of the start. */
export const tell = (message) => postMessage({ cardNight: message });

/** Tells that a step of the start is done: `start:NAME` in the page's timeline (`boot.mjs`). */
export const mark = (name) => tell({ mark: name, at: performance.timeOrigin + performance.now() });
