// Plays, and tells which functions of Python's WebAssembly that called.
//
//   node used.mjs FOLDER HOME PLAYING START OUT
//
// FOLDER holds Pyodide's script, WebAssembly that notes what is called (`split.mjs watched`) and the
// standard library as the game ships it; HOME the archives of the game. PLAYING is the program that
// is run, START what PyScript's worker runs. OUT gets the numbers of the functions.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadPyodide } from "pyodide";
import lock from "pyodide/pyodide-lock.json" with { type: "json" };
import { checksum } from "../shell/compiled.mjs";
import { fromMemory, takeMemory, takeable } from "../shell/memory.mjs";
import { inMemory } from "../shell/shelf.mjs";

const [folder, home, playing, start, out] = process.argv.slice(2);
const { default: create } = await import(pathToFileURL(join(folder, "pyodide.asm.mjs")));
const program = readFileSync(playing, "utf8");

const watched = [];
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  const { exports } = made.instance ?? made;
  if ("~called0" in exports) watched.push(exports);
  return made;
};

async function started(options, createPyodideModule) {
  const stdLibURL = join(folder, "python_stdlib.zip");
  const indexURL = `${folder}/`;
  const lockFileContents = { info: lock.info, packages: {} };
  const files = { indexURL, stdLibURL, lockFileContents, createPyodideModule };
  const python = await loadPyodide({ ...files, ...options });
  for (const name of readdirSync(home)) {
    const bytes = new Uint8Array(readFileSync(join(home, name)));
    python.FS.writeFile(`/home/pyodide/${name}`, bytes, { canOwn: true });
  }
  return python;
}

/** PyScript joins it, and the page's function is called from there. */
async function joined(python) {
  const sync = {};
  globalThis.cardNight = { joined() {} };
  python.setStdout({ batched: () => {} });
  python.setStderr({ batched: () => {} });
  python.registerJsModule("polyscript", { xworker: { sync }, IN_WORKER: true, config: {} });
  python.registerJsModule("_pyscript", { PyWorker() {}, interpreter: python });
  python.runPython("import polyscript, js as _js; from polyscript import xworker; print(_js)");
  await python.runPythonAsync(readFileSync(start, "utf8"));
  sync.receive('{"event": "home"}');
  const given = python.toPy({ list: [1, "é", null, true, 1.5, new Uint8Array(2)] });
  python.globals.set("given", given);
  const back = python.runPython("[list(given), {'a': given}, object]");
  back.toJs({ dict_converter: Object.fromEntries, create_pyproxies: true });
  back.destroy();
  given.destroy();
  await python.runPythonAsync("import asyncio; await asyncio.sleep(0)");
}

// The three ways in which a device starts: from the sources, to prepare, and from what it prepared.
const first = await started({}, create);
first.runPython(program)("play");
await joined(first);

let taken;
// Python hashes texts otherwise each time, so what its compiler has to sort is another thing too.
for (let times = 0; times < 6; times += 1) {
  const taking = takeable(create);
  const second = await started(taking.options, taking.create);
  second.runPython(program)("prepare");
  taken = takeMemory(second, taking.before());
}
const { bytes, length } = taken;

const memory = { ...inMemory(bytes), sum: checksum(bytes) };
const { create: filled, ...options } = fromMemory(memory, length, create);
const third = await started(options, filled);
third.runPython(program)("play");

const called = new Set();
for (const exports of watched) {
  for (let slot = 0; `~called${slot}` in exports; slot += 1) {
    if (exports[`~called${slot}`].value) called.add(slot);
  }
}
writeFileSync(out, [...called].join(" "));
process.exit(0);
