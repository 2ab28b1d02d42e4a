// The memory of a Python that has started and imported the game, as bytes; and Python out of these.
//
// Pyodide can do this, but not publicly: all that is not public is in this file, for the one version
// in package-lock.json. Of 31 MB of memory less than half holds anything, so only such pages are
// taken, and not the constants, which lie first and are there before Python starts. What holds
// JavaScript's own objects Pyodide writes down as text. They fit no other build, so they are kept
// under its version.

import { asText, checksum, mixed } from "./compiled.mjs";

const PAGE = 4096;
const WORDS = PAGE / 8;
/**
 * Bytes before the text: length of the memory, length of the text, count of pages, count of pages
 * of constants, and the sum of those, which are not taken.
 */
const HEAD = 20;

const aligned = (length) => Math.ceil(length / 8) * 8;

const wordsOf = (bytes) => new BigUint64Array(bytes.buffer, bytes.byteOffset, bytes.length >> 3);
const page = (memory, number) => memory.subarray(number * PAGE, (number + 1) * PAGE);

/** The memory up to the last page that holds anything. */
function filled(memory) {
  const words = wordsOf(memory);
  let end = words.length;
  while (end > 0 && words[end - 1] === 0n) end -= 1;
  return memory.slice(0, Math.ceil(end / WORDS) * PAGE);
}

/** One number over the first so many pages. */
const sumOf = (memory, pages) => parseInt(checksum(memory.subarray(0, pages * PAGE)), 16);

/** How many pages at the beginning the start has left as they were. */
function constants(memory, before) {
  const now = wordsOf(memory);
  const old = wordsOf(before);
  let at = 0;
  while (at < old.length && now[at] === old[at]) at += 1;
  return Math.floor(at / WORDS);
}

/**
 * What to load Pyodide with so that its memory can be taken: options, `create` made by `original`, and
 * `before()`, which gives the memory as it was before Python started, once.
 */
export function takeable(original) {
  let before = null;
  const create = (settings) => {
    const then = settings.onRuntimeInitialized;
    settings.onRuntimeInitialized = () => {
      before = filled(settings.HEAPU8);
      then?.();
    };
    return original(settings);
  };
  return { options: { _makeSnapshot: true }, create, before: () => before };
}

/**
 * The memory as bytes, and its whole length: `{bytes, length}`; only right after the start, before
 * anybody registers objects of theirs. `before` is the memory as it was before Python started.
 */
export function takeMemory(python, before) {
  const memory = python._module.HEAPU8;
  const state = new TextEncoder().encode(JSON.stringify(python._api.serializeHiwireState()));
  const words = wordsOf(memory);
  const known = constants(memory, before);
  const pages = [];
  for (let number = known; number < memory.length / PAGE; number += 1) {
    const end = (number + 1) * WORDS;
    for (let at = number * WORDS; at < end; at += 1) {
      if (words[at] !== 0n) {
        pages.push(number);
        break;
      }
    }
  }
  const table = aligned(HEAD + state.length);
  const content = aligned(table + pages.length * 4);
  const taken = new Uint8Array(content + pages.length * PAGE);
  const sum = sumOf(memory, known);
  const head = Uint32Array.of(memory.length, state.length, pages.length, known, sum);
  taken.set(new Uint8Array(head.buffer));
  taken.set(state, HEAD);
  new Uint32Array(taken.buffer, table, pages.length).set(pages);
  pages.forEach((number, index) => {
    taken.set(page(memory, number), content + index * PAGE);
  });
  return { bytes: taken, length: memory.length };
}

/**
 * What to load Pyodide with (`pyodide.mjs`), made by `original`, to start from a memory of `length`
 * bytes, taken before. `taken` is where it lies: `{size, sum, read(target, at)}`.
 */
export function fromMemory(taken, length, original) {
  return {
    // Pyodide makes room for as many bytes as this says it has. It would copy them, too, had we not
    // put ours in by then.
    _loadSnapshot: Object.defineProperty(new Uint8Array(0), "length", { value: length }),
    async create(settings) {
      const module = await original(settings);
      const fill = filling(taken, length);
      settings.API.restoreSnapshot = () => fill(module.HEAPU8);
      return module;
    },
  };
}

/** A function that fills a memory with what was taken, and gives the state that goes with it. */
function filling(taken, length) {
  const head = new Uint32Array(HEAD / 4);
  taken.read(new Uint8Array(head.buffer), 0);
  const [whole, stateLength, count, known, sum] = head;
  const table = aligned(HEAD + stateLength);
  const content = aligned(table + count * 4);
  if (whole !== length || taken.size !== content + count * PAGE) throw new Error("a cut memory");
  const front = new Uint8Array(content);
  taken.read(front, 0);
  const state = JSON.parse(new TextDecoder().decode(front.subarray(HEAD, HEAD + stateLength)));
  const pages = new Uint32Array(front.buffer, table, count);
  return (memory) => {
    if (sumOf(memory, known) !== sum) throw new Error("another interpreter's memory");
    let seen = mixed(taken.size, front);
    for (let from = 0, to = 0; from < count; from = to) {
      // Pages that lie side by side are read at once.
      for (to = from + 1; to < count && pages[to] === pages[to - 1] + 1; ) to += 1;
      const run = memory.subarray(pages[from] * PAGE, (pages[to - 1] + 1) * PAGE);
      taken.read(run, content + from * PAGE);
      seen = mixed(seen, run);
    }
    if (asText(seen) !== taken.sum) throw new Error("a damaged memory");
    return state;
  };
}
