// How far the load is, by the bytes of the files it needs.

import { words } from "./words.mjs";

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** Follows the load of the files in `sizes` (name → bytes) and shows it in the page. */
export class Progress {
  #got = new Map();
  #frame = 0;
  #sizes;
  #total;
  /** When anything last came, to tell a slow load from a dead one. */
  moved = performance.now();

  constructor(sizes) {
    this.#sizes = sizes;
    this.#total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  }

  /** Begins from nothing, after a failed attempt. */
  restart() {
    this.#got.clear();
    this.moved = performance.now();
    this.#show();
  }

  /** `bytes` of `file` are here; Infinity for the whole. */
  came({ file, bytes }) {
    const size = this.#sizes[file];
    if (size === undefined) return;
    this.#got.set(file, Math.min(bytes, size));
    this.moved = performance.now();
    this.#frame ||= requestAnimationFrame(() => this.#show());
  }

  /** True when every byte is here and only computing is left. */
  get complete() {
    return this.#bytes() >= this.#total;
  }

  #bytes() {
    return [...this.#got.values()].reduce((sum, size) => sum + size, 0);
  }

  #show() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const bytes = this.#bytes();
    const bar = document.getElementById("wait-bar");
    if (!bar) return;
    bar.value = this.#total ? bytes / this.#total : 0;
    document.getElementById("wait-text").textContent = this.complete
      ? words.starting
      : words.loading(megabytes(bytes), megabytes(this.#total));
  }
}
