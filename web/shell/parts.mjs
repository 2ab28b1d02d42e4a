// What a worker of this page is told, and what it begins with: Pyodide's files, the game's archives.

import { Compiled } from "./compiled.mjs";
import { Fetched } from "./fetched.mjs";
import { Rest } from "./rest.mjs";
import { Shelf, inMemory } from "./shelf.mjs";
import { mark, tell } from "./told.mjs";

/** What the page tells as the worker's name (`check.js`): an address loses its # offline. */
export const given = {
  archives: [],
  version: "",
  scope: location.href,
  ...JSON.parse(self.name || "{}"),
};
/** Where Pyodide's files lie; build.py puts it in. */
const runtime = new URL("card-night-runtime/", import.meta.url).href;
const address = (name) => new URL(name, runtime).href;
const WASM = address("pyodide.asm.wasm");
const SCRIPT = address("pyodide.asm.mjs");

export const nameOf = (url) => url.split("/").pop();
/** Where the archives lie that Python imports from. */
export const HOME = "/home/pyodide";
/** The names under which the device keeps what it prepared. */
export const ARCHIVE = "compiled.zip";
const MEMORY = "memory";


/** What the page hands over while this starts (`early.mjs`): promises, each of one value. */
const hand = {};
const promised = (name) => new Promise((done) => (hand[name] = done));
const handed = given.handed ? { bare: promised("bare"), wasm: promised("wasm") } : {};

/** Takes what the page hands over of `{bare, wasm}`; a second time changes nothing. */
export function handOver(what) {
  for (const name of Object.keys(handed)) if (name in what) hand[name](what[name]);
}

/** The rest of WebAssembly; this file's folder has it beside the first part. */
const rest = new Rest(address("pyodide.rest.wasm"));
/** Fetches it for later; where all is on the device already, it is early enough when it is called for. */
export async function fetchRest() {
  if (!given.kept) await rest.fetched((url) => fetched.file(url));
}

// The script, since WebAssembly is on its way: browsers let a question wait for such an answer.
export const fetched = new Fetched({ ...given, probe: SCRIPT, bare: handed.bare });
export const compiled = new Compiled(given.version, given.scope);

const shelf = new Shelf(given.version, given.scope);

/** The memory for a start, where there is one: `{note, sum, size, read(target, at), close()}`. */
export async function findMemory() {
  const found = await shelf.find();
  if (found) return found;
  const kept = await compiled.find(MEMORY);
  return kept && { ...inMemory(await kept.bytes()), note: kept.note, sum: kept.sum };
}

/** Keeps it: in a file, or where no file may be, beside the code. True when it is on the device. */
export const keepMemory = async ({ bytes, length }) =>
  (await shelf.write(bytes, String(length))) || compiled.write(MEMORY, bytes, String(length));

/** Forgets a memory that turned out not to work. */
export async function spoiledMemory() {
  await shelf.remove();
  await compiled.spoiled(MEMORY);
}

/** Forgets all that was kept for this version, after a start that failed for whatever reason. */
export async function forgetKept() {
  await shelf.remove();
  await compiled.failed();
}

/** The same promise, its coming told to the page. */
export async function arrived(name, promise) {
  const found = await promise;
  mark(name);
  return found;
}

/** The game's sources, as `[name, bytes]` each. */
export const sources = () =>
  Promise.all(given.archives.map(async (url) => [nameOf(url), await fetched.bytes(url)]));

/** Puts archives where Python imports from. */
export function place(python, found) {
  for (const [name, bytes] of found) {
    python.FS.writeFile(`${HOME}/${name}`, bytes, { canOwn: true });
  }
}

async function webassembly() {
  const module = await handed.wasm;
  if (module) tell({ file: nameOf(WASM), bytes: Infinity });
  return module ?? WebAssembly.compileStreaming(fetched.file(WASM));
}

/** Fetches all that Python itself is made of, at once: what `load` in `pyodide.mjs` wants. */
export async function interpreter() {
  const wasm = arrived("wasm", webassembly());
  const stdlib = arrived("stdlib", fetched.bytes(address("python_stdlib.zip")));
  const script = arrived("script", fetched.module(SCRIPT));
  // The first of them to fail ends the start; without this the others would be unheard errors.
  for (const part of [wasm, stdlib, script]) part.catch(() => {});
  return { runtime, create: (await script).default, wasm: await wasm, stdlib: await stdlib, rest };
}
