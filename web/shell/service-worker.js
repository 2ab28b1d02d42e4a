// Keeps one whole version of the game on the device.
//
// Every file is in the list with its hash, in its name or as a revision, and with its checksum. An
// install that misses one, or gets another, fails as a whole and leaves the version before it as
// it was. Nothing takes over by itself: the page says "take-over" when the player accepted.

import { addPlugins, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

/** A host that answers a missing file with a web page must not break the game for good. */
const refusePages = {
  cacheWillUpdate: async ({ request, response }) => {
    const page = /text\/html/.test(response.headers.get("content-type") ?? "");
    const wantsPage = /\/(index\.html)?$/.test(new URL(request.url).pathname);
    return response.status === 200 && page === wantsPage ? response : null;
  },
};

addPlugins([refusePages]);
// build.py puts the list here.
precacheAndRoute(self.CARD_NIGHT_FILES, { cleanURLs: false });
// Our folder, with whatever query, is the one page. Deeper addresses are not ours to answer.
const folder = new URL(registration.scope).pathname.replace(/[^\w/]/g, "\\$&");
const allowlist = [new RegExp(`^${folder}(index\\.html)?(\\?.*)?$`)];
registerRoute(new NavigationRoute(createHandlerBoundToURL("index.html"), { allowlist }));

addEventListener("message", ({ data }) => {
  if (data === "take-over") skipWaiting();
});
// So that the very first visit is already served from here, should the network go.
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
