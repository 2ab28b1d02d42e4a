// Starts Python from its two parts, as the game does, and tells when the rest came.
//
//   node divided.mjs FOLDER STDLIB PROGRAM     prints {came, after, answer}: how often the rest had
//                                              come when Python ran, and after PROGRAM, and what
//                                              that gave

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const [folder, stdLibURL, program] = process.argv.slice(2);
const web = new URL("../../web/", import.meta.url);
const { loadPyodide } = await import(new URL("node_modules/pyodide/pyodide.mjs", web));
const { default: createPyodideModule } = await import(pathToFileURL(`${folder}/pyodide.asm.mjs`));
const { info } = createRequire(import.meta.url)(
  fileURLToPath(new URL("node_modules/pyodide/pyodide-lock.json", web)),
);

// What browsers have: a message to the page, and files at once.
let came = 0;
globalThis.postMessage = ({ cardNight }) => (came += cardNight.mark === "rest");
globalThis.XMLHttpRequest = class {
  open(_, url) {
    this.url = url;
  }

  send() {
    this.response = readFileSync(this.url);
    this.status = 200;
  }
};
const { Rest } = await import(new URL("shell/rest.mjs", web));
const rest = new Rest(`${folder}/pyodide.rest.wasm`);
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (given, imports) => {
  const made = await instantiate(given, imports);
  return made.instance && "~here" in made.instance.exports
    ? { module: made.module, instance: rest.joined(made.instance, imports) }
    : made;
};
const python = await loadPyodide({
  indexURL: `${folder}/`,
  stdLibURL,
  lockFileContents: { info, packages: {} },
  createPyodideModule,
});
// A text of its own: Node shows the line in which an error was raised, and Pyodide's is a megabyte.
process.on("uncaughtException", ({ message }) => {
  process.stderr.write(message, () => process.exit(1));
});
const before = came;
const answer = python.runPython(program);
console.log(JSON.stringify({ came: before, after: came, answer }));
process.exit(0);
