// The browser's Back: one extra entry in its history while the app is deeper than home.

const MARK = "card-night";

/** Keeps the history in step with the app's depth, and tells the app of Back. */
export class Past {
  #deep = false;
  #leaving = false;
  #back;

  constructor(back) {
    this.#back = back;
    addEventListener("popstate", () => this.#popped());
  }

  /** The app is `depth` screens deep; 0 is home. */
  settle(depth) {
    this.#deep = depth > 0;
    if (this.#leaving) return;
    if (this.#deep && !this.#marked) history.pushState(MARK, "");
    // The entry stays behind as a way forward and is replaced by the next: history never grows.
    if (!this.#deep && this.#marked) this.#leave();
  }

  get #marked() {
    return history.state === MARK;
  }

  #leave() {
    this.#leaving = true;
    history.back();
  }

  #popped() {
    if (this.#leaving) {
      this.#leaving = false;
      this.settle(this.#deep ? 1 : 0);
    } else if (this.#marked) {
      // Forward from home leads nowhere.
      if (!this.#deep) this.#leave();
    } else if (this.#deep) {
      this.#back();
    }
  }
}
