// Prepares the next start: a Python that nobody plays with imports all of the game, and what it made
// of the sources and its memory are kept.

import { takeMemory, takeable } from "./memory.mjs";
import { ARCHIVE, HOME, compiled, interpreter, keepMemory, place, sources } from "./parts.mjs";
import { load } from "./pyodide.mjs";
import { tell } from "./told.mjs";

/** How often a device may lose the page at this before it is left alone. */
const TRIES = 2;
const TRYING = "trying";

/** Notes that it is tried, before it is; false where it was too often. */
async function allowed() {
  const tried = Number((await compiled.find(TRYING))?.note ?? 0);
  if (tried >= TRIES) return false;
  return compiled.write(TRYING, new Uint8Array(4), String(tried + 1));
}

async function made() {
  const [pieces, [found]] = await Promise.all([interpreter(), sources()]);
  const taking = takeable(pieces.create);
  const python = await load({ ...pieces, create: taking.create }, taking.options);
  place(python, [found]);
  const path = `${HOME}/${found[0]}`;
  // Nothing of Python's may be left in JavaScript's hands: its memory is taken.
  python.runPython(`
import sys
sys.path.insert(0, "${path}")
import web.shell.preparing
web.shell.preparing.prepare("${path}")`);
  const memory = takeMemory(python, taking.before());
  return { archive: python.FS.readFile(path), memory };
}

/** Prepares; tells the page `{compiled: "made" | "none", trouble}`. */
export async function prepare() {
  let done = false;
  try {
    if (await allowed()) {
      const { archive, memory } = await made();
      const code = await compiled.write(ARCHIVE, archive);
      done = (await keepMemory(memory)) || code;
      await compiled.remove(TRYING);
    } else if (!compiled.trouble) compiled.trouble = "failed";
  } catch (error) {
    console.warn("not prepared:", error);
    compiled.trouble = "failed";
  }
  tell({ compiled: done ? "made" : "none", trouble: compiled.trouble });
}
