// The rest of Python's WebAssembly: what a game does not use, as far as anybody knows.
//
// The first part (`web/build/split.mjs`) holds the functions that a game uses, and in place of every
// other a few bytes that call it through a table in which both parts meet. The rest is fetched when
// nobody waits any more. Whoever calls one of its functions before gets it at once and waits for it.

import { mark } from "./told.mjs";

/** A module of WebAssembly that hands out the function `f` it is given: such alone fit in a table. */
// prettier-ignore
const HANDING = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, // its beginning
  1, 4, 1, 96, 0, 0, // a type: takes nothing, gives nothing
  2, 7, 1, 1, 103, 1, 102, 0, 0, // asks for g.f
  7, 5, 1, 1, 102, 0, 0, // offers f
);

const calling = (f) =>
  new WebAssembly.Instance(new WebAssembly.Module(HANDING), { g: { f } }).exports.f;

/** A file's bytes, at once: a function that somebody calls cannot wait for a promise. */
function bytesNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${url} answered ${request.status}`);
  return request.response;
}

const ours = (name) => name.startsWith("~");

/** The rest that lies at `url`, for one Python. */
export class Rest {
  #url;
  #module = null;

  constructor(url) {
    this.#url = url;
  }

  /**
   * Joins the rest to the first part's `instance`, made with `imports`, so that it comes when it is
   * called for. Gives what the first part offers to others; all, where it is whole.
   */
  joined(instance, imports) {
    const offered = Object.entries(instance.exports);
    const first = Object.fromEntries(offered.filter(([name]) => ours(name)));
    const { "~here": here, "~meeting": meeting } = first;
    if (!here) return instance;
    const bring = () => {
      const module = this.#module ?? new WebAssembly.Module(bytesNow(this.#url));
      new WebAssembly.Instance(module, { ...imports, first });
      here.value = 1;
      mark("rest");
    };
    meeting.set(meeting.length - 1, calling(bring));
    return { exports: Object.fromEntries(offered.filter(([name]) => !ours(name))) };
  }

  /** Has it ready from now on, fetched by `file(url)`, an answer of the network. */
  async fetched(file) {
    this.#module ??= await WebAssembly.compileStreaming(file(this.#url));
  }
}
