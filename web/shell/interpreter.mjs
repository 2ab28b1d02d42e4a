// What PyScript's worker imports as its interpreter: Pyodide's own loader, plus four things.
//
// - From a host that packs nothing it fetches the big files packed, and unpacks them itself.
// - It fetches the big files itself, all at once, counts their bytes for the page's progress bar,
//   and tries each a second time: a phone's network drops the first request often enough.
// - It gives WebAssembly its right type where a host sends another; Pyodide would wait for ever.
// - It keeps Pyodide from any other origin: the list of packages is empty, and so is the need.

import { loadPyodide as load, version } from "pyodide";
import { info } from "pyodide/pyodide-lock.json";
import { sentBare, unpacked } from "./packed.mjs";

export { version };

const runtime = new URL("./", import.meta.url);
// The page adds "#kept" when the service worker answers: what it gives lies on the device; and else
// "#packed" when every file of the bundle lies packed beside itself.
const { hash } = new URL(import.meta.url);
const kept = hash === "#kept";
const nativeFetch = globalThis.fetch.bind(globalThis);

const tell = (message) => postMessage({ cardNight: message });

/** The body of `response`, its bytes told to the page as they come. */
function counted(response, name) {
  let bytes = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      tell({ file: name, bytes });
      controller.enqueue(chunk);
    },
  });
  return response.body.pipeThrough(counter);
}

async function get(url) {
  const once = async () => {
    const response = await nativeFetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response;
  };
  return once().catch(() => new Promise((done) => setTimeout(done, 500)).then(once));
}

/** Whether the host packs nothing; a promise of it while it is asked. */
let bare = false;

async function fetchTold(url) {
  const name = url.split("/").pop();
  const wasm = name.endsWith(".wasm");
  const response = ((await bare) && (await unpacked(url, nativeFetch))) || (await get(url));
  const type = response.headers.get("content-type") ?? "";
  if (/text\/html/.test(type)) throw new Error(`${url} is a web page, not a part of the game`);
  // Handed on untouched where it can be: only then does the browser keep the compiled code.
  if (!response.body || (kept && (!wasm || /application\/wasm/.test(type)))) {
    tell({ file: name, bytes: Infinity });
    return response;
  }
  const headers = { "content-type": wasm ? "application/wasm" : type };
  return new Response(counted(response, name), { headers });
}

/** Pyodide's own script. Unpacked it has no address, so it gets one for the moment. */
async function script(url) {
  const response = (await bare) && (await unpacked(url, nativeFetch));
  if (!response) return import(url);
  const text = new Blob([await response.arrayBuffer()], { type: "text/javascript" });
  const address = URL.createObjectURL(text);
  // A host whose policy for workers knows no `blob:` gets the plain way.
  return import(address).catch(() => import(url));
}

/** Pyodide's `loadPyodide`, from our own files only. */
export async function loadPyodide(options) {
  const address = (name) => new URL(name, runtime).href;
  bare = hash === "#packed" && sentBare(address("pyodide.asm.wasm"), nativeFetch);
  const early = new Map(
    ["pyodide.asm.wasm", "python_stdlib.zip"].map((name) => [
      address(name),
      fetchTold(address(name)),
    ]),
  );
  const code = script(address("pyodide.asm.mjs"));
  code.then(() => tell({ file: "pyodide.asm.mjs", bytes: Infinity }));
  // The first of them to fail ends the start; without this the others would be unheard errors.
  for (const part of early.values()) part.catch(() => {});

  globalThis.fetch = (resource, init) => {
    const url = String(resource?.url ?? resource);
    const known = early.get(url);
    if (known) early.delete(url);
    return known ?? (url.endsWith(".zip") ? fetchTold(url) : nativeFetch(resource, init));
  };
  await Promise.all([...early.values(), code]);
  return load({
    ...options,
    createPyodideModule: (await code).default,
    indexURL: runtime.href,
    packageBaseUrl: runtime.href,
    lockFileContents: { info, packages: {} },
  });
}
