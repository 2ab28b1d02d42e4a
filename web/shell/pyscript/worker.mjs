// In place of PyScript's worker from a blob: the same worker, from a file of ours.

import coincident from "coincident/window/main";

const { Worker } = coincident({ transfer: false });

/** Where the worker's file lies, which the page alone knows; set before any worker starts. */
export const file = { url: "" };

export default (...args) => new Worker(file.url, ...args);
