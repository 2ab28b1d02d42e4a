// Runs in the page's head: WebAssembly is the largest file of a start, and is asked for while the
// worker that wants it is still on its way. It gets the module compiled, or null, and fetches it then.

import { Fetched } from "./fetched.mjs";

const { begun } = window.cardNight;

async function compile(address, hand) {
  const { given } = begun;
  const fetched = new Fetched({ ...given, probe: address, tell: (message) => begun.hear(message) });
  const bare = await fetched.bare;
  hand({ bare });
  // What is unpacked here is unpacked where nobody taps.
  hand({ wasm: bare ? null : await WebAssembly.compileStreaming(fetched.file(address)) });
}

if (begun) {
  const hand = (what) => begun.worker.postMessage({ cardNight: what });
  const { wasm } = JSON.parse(document.getElementById("parts").textContent);
  compile(new URL(wasm, document.baseURI).href, hand).catch(() => hand({ bare: false, wasm: null }));
}
