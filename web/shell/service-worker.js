// Keeps one whole version of the game on the device.
//
// Every file is in the list with its hash, in its name or as a revision, and with its checksum. An
// install that misses one, or gets another, fails as a whole and leaves the version before it as
// it was. Nothing takes over by itself: the page says "take-over" when the player accepted.

import { addPlugins, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { sentBare, unpacked } from "./packed.mjs";

/** A host that answers a missing file with a web page must not break the game for good. */
const refusePages = {
  cacheWillUpdate: async ({ request, response }) => {
    const page = /text\/html/.test(response.headers.get("content-type") ?? "");
    const wantsPage = /\/(index\.html)?$/.test(new URL(request.url).pathname);
    return response.status === 200 && page === wantsPage ? response : null;
  },
};

// build.py puts the list here, and whether every file lies packed beside itself.
const files = self.CARD_NIGHT_FILES;
const packed = self.CARD_NIGHT_PACKED;

/** The big files come packed from a host that packs nothing, as the page itself fetches them. */
const unpack = {
  requestWillFetch: async ({ request }) => {
    const big = /\.(wasm|zip)$|pyodide\.asm\.mjs$/.test(request.url);
    if (!packed || !big || !(await sentBare(request.url))) return request;
    const response = await unpacked(request.url);
    if (!response) return request;
    const bytes = await response.arrayBuffer();
    await checked(request, bytes);
    came.set(request.url, new Response(bytes, { headers: response.headers }));
    return new Request(request.url, { method: "HEAD" });
  },
  fetchDidSucceed: async ({ request, response }) => {
    const own = came.get(request.url);
    came.delete(request.url);
    return own ?? response;
  },
};
/** What was unpacked, until Workbox takes it: it knows of fetches only. */
const came = new Map();

/** Throws when the bytes are not those the list tells. */
async function checked({ url, integrity }, bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const told = `sha256-${btoa(String.fromCharCode(...hash))}`;
  if (told !== integrity) throw new Error(`${url} is not what was published`);
}

addPlugins([unpack, refusePages]);
precacheAndRoute(files, { cleanURLs: false });
// Our folder, with whatever query, is the one page. Deeper addresses are not ours to answer.
const folder = new URL(registration.scope).pathname.replace(/[^\w/]/g, "\\$&");
const allowlist = [new RegExp(`^${folder}(index\\.html)?(\\?.*)?$`)];
registerRoute(new NavigationRoute(createHandlerBoundToURL("index.html"), { allowlist }));

addEventListener("message", ({ data }) => {
  if (data === "take-over") skipWaiting();
});
// So that the very first visit is already served from here, should the network go.
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
