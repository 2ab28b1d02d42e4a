// Keeps one whole version of the game on the device.
//
// Every file is in the list with its hash, in its name or as a revision, and with its checksum. An
// install that misses one, or gets another, fails as a whole and leaves the version before it as
// it was. Nothing takes over by itself: the page says "take-over" when the player accepted.

import { addPlugins, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { checked, sentBare, unpacked } from "./packed.mjs";

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

const nativeFetch = self.fetch.bind(self);

/** A big file from a host that packs nothing: packed, as the page itself fetches it. */
async function unpackedFile({ url, integrity }) {
  const big = /\.(wasm|zip)$|pyodide\.asm\.[^/]*mjs$/.test(url);
  if (!packed || !big || !(await sentBare(url, nativeFetch))) return null;
  const response = await unpacked(url, nativeFetch);
  if (!response) return null;
  const bytes = await response.arrayBuffer();
  await checked(url, integrity, bytes);
  return new Response(bytes, { headers: response.headers });
}

/**
 * What the page has fetched already is not sent again: a file with its hash in its name is taken from
 * wherever the browser has it, another is asked for with "only if it is new". The page itself was
 * fetched as the folder. The checksum tells what is wrong; then it is fetched past every cache.
 */
async function sparing(request) {
  const { integrity } = request;
  const url = new URL(request.url);
  const revised = url.searchParams.has(REVISION);
  url.searchParams.delete(REVISION);
  const first = url.href.replace(/\/index\.html$/, "/");
  const cache = revised ? "no-cache" : "force-cache";
  const response = await nativeFetch(first, { integrity, cache }).catch(() => null);
  return response?.ok ? response : nativeFetch(url, { integrity, cache: "reload" });
}
const REVISION = "__WB_REVISION__";

// Workbox knows of fetches only, and not how.
self.fetch = async (request, options) =>
  request.integrity
    ? ((await unpackedFile(request)) ?? sparing(request))
    : nativeFetch(request, options);

addPlugins([refusePages]);
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
