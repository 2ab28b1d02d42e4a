// The service worker from the page's side: keeping the game offline, updates, forgetting.

const FILE = "service-worker.js";
/** A page that stays open for days still hears of an update. */
const LOOK_MS = 3_600_000;

const possible = () => isSecureContext && "serviceWorker" in navigator;

/** The offline copy of this game. Tells `send` of `offline-ready` and `update-ready`, once each. */
export class Offline {
  #send;
  #registration = null;
  #told = new Set();
  #looked = performance.now();
  #accepted = false;
  /** True once another version took over: files of this one may be gone. */
  replaced = false;

  constructor(send) {
    this.#send = send;
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
    if (this.#told.has(event)) return;
    this.#told.add(event);
    this.#send({ event });
  }

  #watch(registration) {
    const follow = (worker) => {
      const look = () => {
        // Active means that every file was stored: a half-filled store never gets there.
        if (worker.state === "activated") this.#tell("offline-ready");
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
    for (const name of await caches.keys()) {
      if (name.endsWith(scope)) await caches.delete(name);
    }
    const registration = await navigator.serviceWorker.getRegistration(scope);
    if (registration?.scope === scope) await registration.unregister();
  }
}
