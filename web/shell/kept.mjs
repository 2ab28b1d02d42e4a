// What is kept on this device: texts by key, in IndexedDB, through idb-keyval.

import { clear, createStore, delMany, entries, setMany } from "idb-keyval";

/** How long a browser may take to open its storage before we play without. */
const OPEN_MS = 4_000;

const reasonOf = (error) =>
  error?.name === "QuotaExceededError" ? "full" : error?.message === "slow" ? "slow" : "forbidden";

const ASKED = "card-night-asked-to-stay";
const LOOK = "card-night-theme";

/** A word kept outside the database, for what must be known before it opens; null removes it. */
function note(key, word) {
  try {
    if (word === null) localStorage.removeItem(key);
    else localStorage.setItem(key, word);
  } catch {
    // Forbidden: then the theme shows a moment later, which is all.
  }
}

/** The theme, for check.js to set before the first paint of the next visit; "auto" needs no note. */
export const noteTheme = (theme) => note(LOOK, theme && theme !== "auto" ? theme : null);

/** Asks the browser, once for this device, not to drop the texts when it is short of room. */
async function askToStay() {
  try {
    if (localStorage.getItem(ASKED)) return;
    note(ASKED, "yes");
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // A browser that will not promise still keeps what it can.
  }
}

/** The texts kept on this device. Nothing here throws: `failed(reason)` is told instead. */
export class Kept {
  #store = null;
  #failed;
  #told = "";
  #writing = Promise.resolve();

  constructor(failed) {
    this.#failed = failed;
  }

  /** Everything kept, as an object, and why that may be nothing: "", "forbidden", "slow". */
  async read() {
    try {
      this.#open();
      // Asked first: where storage is forbidden this throws, and no promise may be left unheard.
      const asked = entries(this.#store);
      const slow = new Promise((_, reject) => setTimeout(reject, OPEN_MS, new Error("slow")));
      const found = await Promise.race([asked, slow]);
      const texts = found.filter(([, text]) => typeof text === "string");
      return { kept: Object.fromEntries(texts), error: "" };
    } catch (error) {
      this.#store = null;
      return { kept: {}, error: reasonOf(error) };
    }
  }

  /** Writes `texts` (a Map, null for what goes) after all that was written before. */
  write(texts) {
    if (!texts.size || !this.#store) return;
    const set = [...texts].filter(([, text]) => text !== null);
    const gone = [...texts.keys()].filter((key) => texts.get(key) === null);
    const put = async () => {
      if (set.length) await setMany(set, this.#store);
      if (gone.length) await delMany(gone, this.#store);
    };
    this.#writing = this.#writing.then(async () => {
      try {
        await put().catch((error) => {
          if (reasonOf(error) === "full") throw error;
          // A connection may be lost while the phone sleeps; a new one mostly works.
          this.#open();
          return put();
        });
        this.#told = "";
        askToStay();
      } catch (error) {
        this.#tell(reasonOf(error));
      }
    });
  }

  /** Tells of a failure once, until a write succeeds: the answer may want to write again. */
  #tell(reason) {
    if (this.#told === reason) return;
    this.#told = reason;
    this.#failed(reason);
  }

  #open() {
    this.#store = createStore("card-night", "kept");
  }

  /** Resolves when all that was given to `write` is on the device. */
  settled() {
    return this.#writing;
  }

  /** Forgets every text. */
  async forget() {
    await this.#writing;
    if (this.#store) await clear(this.#store);
    for (const key of [ASKED, LOOK]) note(key, null);
  }
}
