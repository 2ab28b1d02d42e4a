// The worker's one file: the interpreter, which begins to load at once, and PyScript's own worker.
//
// PyScript imports its interpreter from the address it is told. It is told this very file, which is
// here already, so nothing is fetched or run twice. A worker without a name is not the page's: who
// starts it wants the interpreter alone. One that prepares the next start does only that.

import { given } from "./parts.mjs";
import { prepare } from "./preparing.mjs";

export { loadPyodide, version } from "./interpreter.mjs";

if (given.preparing) prepare();
