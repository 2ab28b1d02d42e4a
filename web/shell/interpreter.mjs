// What PyScript's worker takes for its interpreter: Pyodide, begun before PyScript asks for it.
//
// Everything that starts Python is here, and all that can go on at the same time does: the files
// come at once, WebAssembly is compiled while it comes, and the game is imported as soon as the
// interpreter runs, or is there already, out of the memory that an earlier visit kept. PyScript then
// gets an interpreter in which all of that is done.

import { Compiled } from "./compiled.mjs";
import { Fetched } from "./fetched.mjs";
import { bring } from "./later.mjs";
import { fromMemory, takeMemory, takeable } from "./memory.mjs";
import { load, version } from "./pyodide.mjs";
import { mark, tell } from "./told.mjs";

export { version };

mark("worker");

/** What the page tells as the worker's name (`check.js`): an address loses its # offline. */
const given = { archives: [], version: "", scope: location.href, ...JSON.parse(self.name || "{}") };
const { archives } = given;
/** Where Pyodide's files lie; build.py puts it in. */
const runtime = new URL("card-night-runtime/", import.meta.url).href;
const address = (name) => new URL(name, runtime).href;
const nameOf = (url) => url.split("/").pop();

const HOME = "/home/pyodide";
const WASM = address("pyodide.asm.wasm");
/** The names under which the device keeps what it prepared. */
const ARCHIVE = "compiled.zip";
const MEMORY = "memory";

const fetched = new Fetched({ ...given, probe: WASM });
const compiled = new Compiled(given.version, given.scope);

/** Whether the game runs from what an earlier visit prepared, "kept"; else "none", later "made". */
let state = "none";
/** Whether something is left to be prepared. More than one archive is the tests' affair. */
let todo = archives.length === 1 && compiled.possible && !given.afresh;
/** The memory of this start, for later ones; kept once there is time. */
let taken = null;

const report = () => tell({ compiled: state, trouble: compiled.trouble, todo });

async function arrived(name, promise) {
  const found = await promise;
  mark(name);
  return found;
}

/** The sources, as `[name, bytes]` each. */
const sources = () =>
  Promise.all(archives.map(async (url) => [nameOf(url), await fetched.bytes(url)]));

async function readArchive() {
  const found = await compiled.find(ARCHIVE);
  return found?.bytes.catch(() => compiled.spoiled(ARCHIVE)) ?? null;
}

/** The game as this device compiled it, else the sources, whose place and name it takes. */
async function game(archive) {
  const found = await archive;
  if (!found) return sources();
  for (const url of archives) tell({ file: nameOf(url), bytes: Infinity });
  return [[nameOf(archives[0]), found]];
}

/** Puts archives where Python imports from. */
function place(python, found) {
  for (const [name, bytes] of found) {
    python.FS.writeFile(`${HOME}/${name}`, bytes, { canOwn: true });
  }
}

/** A Python with the game from `found`, and whether that could be imported. */
async function fresh(parts, options, found) {
  const python = await load(parts, options);
  mark("runtime");
  place(python, found);
  mark("unpacked");
  const paths = found.map(([name]) => `${HOME}/${name}`);
  // Why it cannot be imported, `start.py` tells when it tries again.
  const whole = python.runPython(`
import sys
sys.path[:0] = ${JSON.stringify(paths)}
try:
    if ${archives.length}:
        import web.app.main
except Exception:
    whole = False
else:
    whole = True
whole`);
  return { python, whole };
}

/** A Python out of memory that had imported the game; null where that fails. */
async function restored(parts, { note, bytes }, files) {
  try {
    const { create, ...options } = fromMemory(bytes, Number(note), parts.create);
    const python = await load({ ...parts, create }, options);
    mark("runtime");
    place(python, await files);
    // The archive may hold the other kind by now. And no two starts may deal alike.
    python.runPython(`
import random, sys, zipimport
for importer in sys.path_importer_cache.values():
    if isinstance(importer, zipimport.zipimporter) and importer.archive.startswith("${HOME}/"):
        importer.invalidate_caches()
random.seed()`);
    return python;
  } catch (error) {
    console.warn("not started from memory:", error);
    return null;
  }
}

/** Python with the game: out of memory, from compiled code, or from the sources, as it can be. */
async function started(parts, memory, archive, files) {
  const kept = await memory;
  const python = kept && (await restored(parts, kept, files));
  if (python) {
    state = "kept";
    todo = false;
    return python;
  }
  if (kept) await compiled.spoiled(MEMORY);
  const taking = todo ? takeable(parts.create) : null;
  const { create } = taking ?? parts;
  let begun = await fresh({ ...parts, create }, taking?.options, await files);
  if (await archive) {
    if (begun.whole) state = "kept";
    else {
      await compiled.spoiled(ARCHIVE);
      begun = await fresh({ ...parts, create }, taking?.options, await sources());
    }
  }
  mark("app");
  if (begun.whole && todo) take(begun.python, taking.before());
  return begun.python;
}

function take(python, before) {
  try {
    taken = takeMemory(python, before);
  } catch (error) {
    console.warn("no memory taken:", error);
  }
  mark("taken");
}

async function begin() {
  if (given.afresh) await compiled.failed();
  // The last to be here, so the first to be asked for.
  const memory = todo ? compiled.find(MEMORY) : Promise.resolve(null);
  memory.then((found) => found && arrived("memory", found.bytes)).catch(() => {});
  const wasm = fetched.file(WASM).then((it) => arrived("wasm", WebAssembly.compileStreaming(it)));
  const stdlib = arrived("stdlib", fetched.bytes(address("python_stdlib.zip")));
  const archive = todo ? readArchive() : Promise.resolve(null);
  const files = arrived("archive", game(archive));
  const script = arrived("script", fetched.module(address("pyodide.asm.mjs")));
  // The first of them to fail ends the start; without this the others would be unheard errors.
  for (const part of [wasm, stdlib, files, script]) part.catch(() => {});
  const parts = {
    runtime,
    create: (await script).default,
    wasm: await wasm,
    stdlib: await stdlib,
  };
  const python = await started(parts, memory, archive, files);
  report();
  return python;
}

const python = begin();
python.catch(() => {});

/** For `start.py`: where the sources lie, and how to keep what it made of them. */
globalThis.cardNight = {
  sources: archives.length ? `${HOME}/${nameOf(archives[0])}` : "",
  async keep(bytes) {
    todo = false;
    const code = await compiled.write(ARCHIVE, bytes.toJs());
    const memory = taken && (await compiled.write(MEMORY, taken.bytes, String(taken.length)));
    taken = null;
    if (code || memory) state = "made";
    report();
  },
};

// After the start the page asks for more of the game.
addEventListener("message", async (event) => {
  const wanted = event.data?.cardNight;
  if (!wanted) return;
  event.stopImmediatePropagation(); // PyScript would hand it to Python
  await bring(await python, wanted, HOME, given.packed, compiled);
  report();
});

/** The interpreter that is on its way; PyScript hears what Python prints. */
export async function loadPyodide({ stdout, stderr }) {
  const ready = await python;
  if (stdout) ready.setStdout({ batched: stdout });
  if (stderr) ready.setStderr({ batched: stderr });
  mark("pyscript");
  return ready;
}
