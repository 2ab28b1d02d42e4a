// What this device prepared for the next start, kept beside the offline copy.
//
// The game comes as sources, which are half the bytes; compiling and importing them costs most of a
// start. So the worker does it once, and two things are kept: the game compiled, an archive of .pyc,
// and the memory of a Python that has imported it (`memory.mjs`). They lie in a cache named after
// the version and the address of the game. Each is used only when its checksum is right. Whatever
// goes wrong, the sources are there.

const SUM = "x-checksum";
const MAKER = "x-maker";
const NOTE = "x-note";
const PREFIX = "card-night-compiled-";

/**
 * A number that differs where a bit does. It finds damage, not malice: who can write here can write
 * anything. The browser's own digests take ten times as long, and the start would wait for them.
 */
export const checksum = (bytes) => asText(mixed(bytes.byteLength, bytes));

export const asText = (sum) => (sum >>> 0).toString(16);

/** The sum with some more of the bytes, of which all but the last are given in multiples of four. */
export function mixed(sum, bytes) {
  const whole = bytes.byteLength >> 2;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, whole);
  for (let at = 0; at < whole; at += 1) sum = Math.imul(sum ^ words[at], 0x01000193);
  for (const byte of bytes.subarray(whole << 2)) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum;
}

/** The name of a version's cache. It ends as Workbox's do, with the address of the game. */
const cacheName = (version, scope) => `${PREFIX}${version}-${scope}`;

/** Whether a cache is one of this game's, of a version other than this. */
export const isOld = (name, version, scope) =>
  name.startsWith(PREFIX) && name.endsWith(`-${scope}`) && name !== cacheName(version, scope);

/** Why a browser would not keep something, in the app's words. */
const reasonOf = (error) => (error?.name === "QuotaExceededError" ? "full" : "forbidden");

/** The things kept for one version. Nothing here throws; `trouble` says why there is none. */
export class Compiled {
  #name;
  #scope;
  /** "", "full", "forbidden", "damaged" or "failed". */
  trouble = "";

  constructor(version, scope) {
    this.#name = cacheName(version, scope);
    this.#scope = scope;
  }

  /** Whether this browser has a place to keep anything at all. */
  get possible() {
    try {
      return Boolean(globalThis.caches);
    } catch (error) {
      this.trouble = reasonOf(error); // a browser that forbids the very question
      return false;
    }
  }

  #key(what) {
    return new URL(`./${what}`, this.#scope).href;
  }

  /**
   * What was kept under a name: `{note, sum, bytes, checked}`, or null. The last two give promises, so
   * that a start need not wait: `bytes()` as they are, `checked()` rejected where they are not what
   * was kept. `made`: it is of use to the very browser only that made it.
   */
  async find(what, made = true) {
    try {
      const found = await caches.match(this.#key(what), { cacheName: this.#name });
      // Another browser on the same profile, or this one after an update, prepares anew.
      if (!found || (made && found.headers.get(MAKER) !== navigator.userAgent)) return null;
      const sum = found.headers.get(SUM);
      const bytes = async () => new Uint8Array(await found.arrayBuffer());
      const checked = async () => {
        const all = await bytes();
        if (checksum(all) === sum) return all;
        throw new Error("what was kept is damaged");
      };
      return { note: found.headers.get(NOTE), sum, bytes, checked };
    } catch (error) {
      this.trouble = reasonOf(error);
      return null;
    }
  }

  /** Forgets what turned out not to work. */
  async spoiled(what) {
    this.trouble = "damaged";
    await this.remove(what);
  }

  /** Takes away what is no longer wanted. */
  async remove(what) {
    const store = await caches.open(this.#name).catch(() => null);
    await store?.delete(this.#key(what)).catch(() => {});
  }

  /** Forgets all, after a start that failed for whatever reason: this may be it. */
  async failed() {
    const had = this.possible && (await caches.delete(this.#name).catch(() => false));
    if (had) this.trouble = "failed";
  }

  /** Keeps bytes under a name, with a short note; true when they are on the device. */
  async write(what, bytes, note = "") {
    try {
      const headers = { [SUM]: checksum(bytes), [MAKER]: navigator.userAgent, [NOTE]: note };
      const store = await caches.open(this.#name);
      // Two tabs that come here at once both write what works.
      await store.put(this.#key(what), new Response(bytes, { headers }));
      return true;
    } catch (error) {
      this.trouble = reasonOf(error);
      return false;
    }
  }
}
