// What PyScript's worker takes for its interpreter: Pyodide, begun before PyScript asks for it.
//
// Everything that starts Python is here, and all that can go on at the same time does: the files
// come at once, WebAssembly is compiled while it comes, and the game is imported as soon as the
// interpreter runs, or is there already, out of the memory that an earlier visit kept. The page's
// first message is answered as soon as that can be; PyScript joins when nobody waits for anything.

import { bring } from "./later.mjs";
import { fromMemory } from "./memory.mjs";
import * as parts from "./parts.mjs";
import { ARCHIVE, HOME, arrived, compiled, given, place, sources } from "./parts.mjs";
import { load, version } from "./pyodide.mjs";
import { mark, tell } from "./told.mjs";

export { version };

/** Whether this file runs a second time: WebKit does so when PyScript asks for its interpreter. */
const again = "cardNight" in globalThis;

const { archives } = given;
/** Whether anything may be kept at all. More than one archive is the tests' affair. */
const keeping = archives.length === 1 && compiled.possible && !given.afresh;
/** Whether the game runs from what an earlier visit prepared. */
let kept = false;
/** Whether that is the memory, which has imported all. */
let whole = false;

const report = () =>
  tell({
    compiled: kept ? "kept" : "none",
    trouble: compiled.trouble,
    todo: keeping && !whole,
  });

async function readArchive() {
  const found = await compiled.find(ARCHIVE);
  return found?.checked().catch(() => compiled.spoiled(ARCHIVE)) ?? null;
}

/** The game as this device compiled it, else the sources, whose place and name it takes. */
async function game(archive) {
  const found = await archive;
  if (!found) return sources();
  for (const url of archives) tell({ file: parts.nameOf(url), bytes: Infinity });
  return [[parts.nameOf(archives[0]), found]];
}

/** A Python with the game from `found`, and whether that could be imported. */
async function fresh(pieces, found) {
  const python = await load(pieces);
  mark("runtime");
  place(python, found);
  mark("unpacked");
  const paths = found.map(([name]) => `${HOME}/${name}`);
  // Why it cannot be imported, `answering.py` tells when it tries again.
  const importable = python.runPython(`
import sys
sys.path[:0] = ${JSON.stringify(paths)}
try:
    if ${archives.length}:
        import web.app.main
except Exception:
    importable = False
else:
    importable = True
importable`);
  return { python, importable };
}

/** A Python out of memory that had imported the game; null where that fails. */
async function restored(pieces, memory) {
  try {
    const { create, ...options } = fromMemory(memory, Number(memory.note), pieces.create);
    const python = await load({ ...pieces, create }, options);
    mark("runtime");
    // No two starts may deal alike.
    python.runPython("import random; random.seed()");
    return python;
  } catch (error) {
    console.warn("not started from memory:", error);
    return null;
  } finally {
    memory.close();
  }
}

/** Python with the game: out of memory, from compiled code, or from the sources, as it can be. */
async function started(pieces, memory) {
  const found = await memory;
  const python = found && (await restored(await pieces, found));
  if (python) {
    kept = whole = true;
    return python;
  }
  if (found) await parts.spoiledMemory();
  const archive = keeping ? readArchive() : Promise.resolve(null);
  const files = arrived("archive", game(archive));
  files.catch(() => {});
  let made = await fresh(await pieces, await files);
  if (await archive) {
    if (made.importable) kept = true;
    else {
      await compiled.spoiled(ARCHIVE);
      made = await fresh(await pieces, await sources());
    }
  }
  mark("app");
  return made.python;
}

async function begin() {
  if (given.afresh) await parts.forgetKept();
  // The last to be here, so the first to be asked for. Nothing is prepared before all is on the device.
  const looking = keeping && given.kept;
  const memory = looking ? arrived("memory", parts.findMemory()) : Promise.resolve(null);
  memory.catch(() => {});
  const pieces = parts.interpreter();
  pieces.catch(() => {});
  return started(pieces, memory);
}

/** The archive of a Python out of memory: it has imported all of it, and may want to look again. */
async function placeLater(python) {
  place(python, await game(readArchive()));
  python.runPython("import importlib; importlib.invalidate_caches()");
}

/** Imports what the first screen did without, a module at a time, so that no tap waits long. */
function importAhead(python) {
  const step = python.runPython("from web.shell.answering import ahead\nahead");
  const next = () => {
    if (step()) return setTimeout(next);
    mark("ahead");
    parts.fetchRest().catch((error) => console.warn("the rest is not here yet:", error));
  };
  setTimeout(next);
}

/** The app's function, where there is an app, once Python runs. */
async function found() {
  const ready = await begun.python;
  if (!archives.length) return null;
  const receive = ready.runPython("from web.shell.answering import receive\nreceive");
  report();
  tell({ up: true });
  return receive;
}

let receive = null;
let answered = false;

/** Answers one message of the page; after the first there is time for what can wait. */
async function answer({ id, text }) {
  const ask = await receive;
  try {
    tell({ answer: id, text: ask(text) });
  } catch (error) {
    tell({ answer: id, error: String(error?.message ?? error) });
  }
  if (answered) return;
  answered = true;
  const ready = await begun.python;
  if (whole) await placeLater(ready).catch((error) => console.warn("no archive:", error));
  else importAhead(ready);
}

async function hear(event) {
  const wanted = event.data?.cardNight;
  if (!wanted) return;
  event.stopImmediatePropagation(); // PyScript would hand it to Python
  if (wanted.join) {
    // Bundled it runs before PyScript's first message is heard, which comes right after this one.
    await import("../node_modules/polyscript/esm/worker/_template.js");
  } else if ("bare" in wanted || "wasm" in wanted) {
    parts.handOver(wanted);
  } else if (wanted.text !== undefined) {
    await answer(wanted);
  } else {
    await bring(await begun.python, wanted, HOME, given.packed, compiled);
    report();
  }
}

/**
 * The one Python; and what `start.py` calls, for PyScript says that it is ready also where that file
 * could not be read.
 */
globalThis.cardNight ??= { python: null, joined: () => tell({ joined: true }) };
const begun = globalThis.cardNight;
if (!again && !given.preparing) {
  mark("worker");
  addEventListener("message", hear);
  begun.python = begin();
  receive = found();
  receive.catch((error) => tell({ failed: String(error?.message ?? error) }));
}

/** The interpreter that is on its way; PyScript hears what Python prints. */
export async function loadPyodide({ stdout, stderr }) {
  const ready = await begun.python;
  if (stdout) ready.setStdout({ batched: stdout });
  if (stderr) ready.setStderr({ batched: stderr });
  mark("pyscript");
  return ready;
}
