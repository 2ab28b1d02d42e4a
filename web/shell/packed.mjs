// Files fetched packed from a host that packs nothing, and unpacked here.
//
// Beside every file of the bundle lies its .gz. A host that compresses sends the file compressed by
// itself; one that does not would send three times as much as is needed.

const KINDS = { wasm: "application/wasm", mjs: "text/javascript", zip: "application/zip" };

/** Whether the host sends this file as it lies there. Whoever does not say, does not pack. */
export async function sentBare(url, fetch = globalThis.fetch) {
  if (!globalThis.DecompressionStream) return false;
  const told = await fetch(url, { method: "HEAD" }).catch(() => null);
  return Boolean(told?.ok) && !told.headers.get("content-encoding");
}

/** Throws a `DamagedError` when the bytes are not those that were published. */
export async function checked(url, integrity, bytes) {
  // A page that came over a bare line may ask for no digest; then nothing here is secret either.
  if (!globalThis.crypto?.subtle) return;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const told = `sha256-${btoa(String.fromCharCode(...hash))}`;
  if (told === integrity) return;
  const error = new Error(`${url} is not what was published`);
  error.name = "DamagedError";
  throw error;
}

/** The file, streaming out of its .gz; null where that is not to be had. */
export async function unpacked(url, fetch = globalThis.fetch) {
  const response = await fetch(`${url}.gz`).catch(() => null);
  const type = response?.headers.get("content-type") ?? "";
  if (!response?.ok || !response.body || /text\/html/.test(type)) return null;
  // Some hosts tell the browser to unpack it.
  const open = Boolean(response.headers.get("content-encoding"));
  const body = open ? response.body : response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "content-type": KINDS[url.split(".").pop()] } });
}
