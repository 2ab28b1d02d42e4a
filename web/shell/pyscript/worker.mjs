// In place of PyScript's worker from a blob: the one that `check.js` began, a file of ours.

import { restore } from "./begun.mjs";
import coincident from "coincident/window/main";

restore();
const { Worker } = coincident({ transfer: false });

export default (...args) => new Worker("", ...args);
