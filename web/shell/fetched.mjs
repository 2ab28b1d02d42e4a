// The big files of the start: fetched all at once, counted for the page's bar, tried twice.
//
// - From a host that packs nothing they come packed, and are unpacked here.
// - A phone's network drops the first request often enough: each is tried a second time.
// - WebAssembly gets its right type where a host sends another; Pyodide would wait for ever.

import { sentBare, unpacked } from "./packed.mjs";
import { tell as tellPage } from "./told.mjs";

const nativeFetch = globalThis.fetch.bind(globalThis);
const AGAIN_MS = 500;

/** A big file comes in hundreds of pieces: who hears of each has no time for anything else. */
const TOLD_MS = 50;

/** The body of `response`, its bytes told as they come. */
function counted(response, name, tell) {
  let bytes = 0;
  let told = -Infinity;
  const counter = new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      controller.enqueue(chunk);
      if (performance.now() < told + TOLD_MS) return;
      told = performance.now();
      tell({ file: name, bytes });
    },
    flush: () => tell({ file: name, bytes }),
  });
  return response.body.pipeThrough(counter);
}

async function once(url) {
  const response = await nativeFetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}

const twice = (url) =>
  once(url).catch(() => new Promise((done) => setTimeout(done, AGAIN_MS)).then(() => once(url)));

/** An answer that takes no longer comes over a line on which nothing is in the way of anything. */
const QUICK_MS = 30;

/**
 * Whether the host sends files as they lie there. A busy page hands over late what it knows (`bare`):
 * on a quick line a question of one's own is quicker. On a slow one that wait is welcome, for the
 * page's own script comes first then.
 */
async function asked(probe, bare) {
  const began = performance.now();
  const own = sentBare(probe, nativeFetch);
  if (!bare) return own;
  const quick = own.then((found) => (performance.now() - began < QUICK_MS ? found : bare));
  return Promise.race([quick, bare]);
}

/**
 * Fetches for one start. `kept`: all lies on the device. `packed`: all lies packed beside itself.
 * `bare`: a promise of whether the host sends it as it lies there; the file `probe` tells as well.
 * `tell` hears `{file, bytes}`, what has come of each file.
 */
export class Fetched {
  #kept;
  #tell;

  constructor({ kept, packed, probe, bare, tell = tellPage }) {
    this.#kept = kept;
    this.#tell = tell;
    const known = kept || !packed;
    this.bare = known ? Promise.resolve(false) : asked(probe, bare);
  }

  async #packed(url) {
    return (await this.bare) ? unpacked(url, nativeFetch) : null;
  }

  /** The answer for a big file. */
  async file(url) {
    const name = url.split("/").pop();
    const wasm = name.endsWith(".wasm");
    const response = (await this.#packed(url)) ?? (await twice(url));
    const type = response.headers.get("content-type") ?? "";
    if (/text\/html/.test(type)) throw new Error(`${url} is a web page, not a part of the game`);
    // Handed on untouched where it can be: only then does the browser keep the compiled code.
    if (!response.body || (this.#kept && (!wasm || /application\/wasm/.test(type)))) {
      this.#tell({ file: name, bytes: Infinity });
      return response;
    }
    const headers = { "content-type": wasm ? "application/wasm" : type };
    return new Response(counted(response, name, this.#tell), { headers });
  }

  /** The bytes of a big file. */
  async bytes(url) {
    return new Uint8Array(await (await this.file(url)).arrayBuffer());
  }

  /** A module. Unpacked it has no address, so it gets one for the moment. */
  async module(url) {
    const response = await this.#packed(url);
    const code = response ? this.#unpackedModule(response, url) : import(url);
    const found = await code;
    this.#tell({ file: url.split("/").pop(), bytes: Infinity });
    return found;
  }

  async #unpackedModule(response, url) {
    const text = new Blob([await response.arrayBuffer()], { type: "text/javascript" });
    const address = URL.createObjectURL(text);
    // A host whose policy for workers knows no `blob:` gets the plain way.
    return import(address).catch(() => import(url));
  }
}
