// The service worker from the page's side: keeping the game offline, updates, forgetting.

import { isOld } from "./compiled.mjs";
import { forgetFiles } from "./shelf.mjs";

const FILE = "service-worker.js";
/** A page that stays open for days still hears of an update. */
const LOOK_MS = 3_600_000;

const possible = () => isSecureContext && "serviceWorker" in navigator;

/** Deletes a cache and, first, all in it: a browser holds on to one that somebody has open. */
async function emptied(name) {
  const store = await caches.open(name);
  await Promise.all((await store.keys()).map((key) => store.delete(key)));
  await caches.delete(name);
}

/** Removes what was compiled for other versions of this game. */
export async function forgetOld(version) {
  const scope = new URL("./", document.baseURI).href;
  await forgetFiles(scope, version);
  try {
    const old = (await caches.keys()).filter((name) => isOld(name, version, scope));
    await Promise.all(old.map(emptied));
  } catch {
    // A browser that forbids the very question keeps nothing either.
  }
}

/** The offline copy of this game. Tells `send` of `offline-ready` and `update-ready`, once each. */
export class Offline {
  #send;
  #stored;
  #registration = null;
  #told = new Set();
  #looked = performance.now();
  #accepted = false;
  /** True once another version took over: files of this one may be gone. */
  replaced = false;

  /** `stored()` is called when all of this version is on the device. */
  constructor(send, stored) {
    this.#send = send;
    this.#stored = stored;
  }

  /** Whether a service worker can exist here at all. */
  static get possible() {
    return possible();
  }

  /** Registers the service worker; after Python is up, so as not to slow it. */
  async start() {
    if (!possible() || this.#registration) return;
    const { serviceWorker } = navigator;
    let controlled = Boolean(serviceWorker.controller);
    serviceWorker.addEventListener("controllerchange", () => {
      if (this.#accepted) location.reload();
      this.replaced = controlled;
      controlled = true;
    });
    try {
      this.#registration = await serviceWorker.register(FILE, { updateViaCache: "none" });
    } catch (error) {
      console.warn("no offline copy:", error.message);
      return;
    }
    this.#watch(this.#registration);
  }

  #tell(event) {
    if (this.#told.has(event)) return false;
    this.#told.add(event);
    this.#send({ event });
    return true;
  }

  #watch(registration) {
    const follow = (worker) => {
      const look = () => {
        // Active means that every file was stored: a half-filled store never gets there.
        if (worker.state === "activated" && this.#tell("offline-ready")) this.#stored();
        if (worker.state === "installed" && registration.active) this.#tell("update-ready");
      };
      worker.addEventListener("statechange", look);
      look();
    };
    for (const worker of [registration.active, registration.waiting, registration.installing]) {
      if (worker) follow(worker);
    }
    registration.addEventListener("updatefound", () => follow(registration.installing));
  }

  /** Looks for an update, at most once an hour. */
  look() {
    if (performance.now() - this.#looked < LOOK_MS) return;
    this.#looked = performance.now();
    this.#registration?.update().catch(() => {});
  }

  /** The player accepted: the waiting version takes over and the page opens anew. */
  update() {
    this.#accepted = true;
    const { waiting } = this.#registration ?? {};
    if (waiting) waiting.postMessage("take-over");
    else location.reload();
  }

  /** Removes the offline copy of this game, and of no other on the same origin. */
  static async forget() {
    if (!possible()) return;
    const scope = new URL("./", document.baseURI).href;
    await forgetFiles(scope);
    try {
      for (const name of await caches.keys()) {
        if (name.endsWith(scope)) await emptied(name);
      }
    } catch {
      // Forbidden: then there is nothing to remove.
    }
    const registration = await navigator.serviceWorker.getRegistration(scope);
    if (registration?.scope === scope) await registration.unregister();
  }
}
