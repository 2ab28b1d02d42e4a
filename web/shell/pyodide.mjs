// Pyodide's loader, handed files that are on their way: it would ask for them only when it needs
// them, and wait for ever for WebAssembly that does not come.

import { loadPyodide, version } from "pyodide";
import { info } from "pyodide/pyodide-lock.json";
import { mark } from "./told.mjs";

export { version };

/**
 * Loads Pyodide from the folder `runtime`: `wasm` is the compiled module, `stdlib` the bytes of the
 * standard library, `create` what `pyodide.asm.mjs` exports, `rest` what brings the rest of
 * WebAssembly; `options` are more of `loadPyodide`'s.
 *
 * Nothing comes from another origin: the list of packages is empty, and so is the need.
 */
export async function load({ runtime, wasm, stdlib, create, rest }, options) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (resource, init) => {
    const url = String(resource?.url ?? resource);
    // What Pyodide asks of an answer, without one more copy of the bytes.
    if (url.endsWith("/python_stdlib.zip")) return { ok: true, arrayBuffer: () => stdlib.buffer };
    return url.endsWith(".wasm") ? new Response() : fetch(resource, init);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(wasm, imports);
    mark("instance");
    return { module: wasm, instance: rest.joined(instance, imports) };
  };
  try {
    return await loadPyodide({
      createPyodideModule: create,
      indexURL: runtime,
      packageBaseUrl: runtime,
      lockFileContents: { info, packages: {} },
      ...options,
    });
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}
