// The worker's one file: the interpreter, which begins to load at once, and PyScript's own worker.
//
// PyScript imports its interpreter from the address it is told. It is told this very file, which is
// here already, so nothing is fetched or run twice. A worker without a name is not the page's: who
// starts it wants the interpreter alone. One that prepares the next start does only that.

import { again } from "./interpreter.mjs";
import { given } from "./parts.mjs";
import { prepare } from "./preparing.mjs";

export { loadPyodide, version } from "./interpreter.mjs";

// Bundled it runs before the page's first message is heard.
if (given.preparing) prepare();
else if (self.name && !again) import("../node_modules/polyscript/esm/worker/_template.js");
