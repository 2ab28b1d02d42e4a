// From what a finger or a key does in the page to the events the app knows.

import { currentGuard } from "./paint.mjs";

const app = document.getElementById("app");

const typed = (element) => element.matches("input, select, textarea");

function valueOf(element) {
  if (!typed(element)) return element.dataset.value ?? "";
  return element.type === "checkbox" ? String(element.checked) : element.value;
}

/** The event that `element` stands for, stamped with the table it was made on. */
function eventOf(element) {
  const { event, card } = element.dataset;
  const message = { event, value: valueOf(element) };
  if (card !== undefined) message.card = card;
  return { message, guard: "calm" in element.dataset ? null : currentGuard(), element };
}

/** Whether `element` may be tapped now; fingers and mice are held for a moment, keys never are. */
function open(element, finger) {
  if (element.matches(":disabled, [aria-disabled=true]")) return false;
  return !finger || document.body.dataset.taps !== "held" || "calm" in element.dataset;
}

/** What can be tapped at the target of an event; fields and forms tell of changes instead. */
function tapped({ target }) {
  const element = target.closest("[data-event]");
  return element && !typed(element) && !element.matches("form") ? element : null;
}

/** A finger that stays longer, or moves further, means something else. */
const LONGEST_MS = 500;
const FURTHEST = 10;
/** A finger's click comes this soon after it was lifted, or not at all. */
const ECHO_MS = 700;

/** Somebody types: the field must lose the focus first, for only then it tells what was typed. */
const typing = () => typed(document.activeElement ?? app);

/**
 * Hears a finger when it is lifted. The browser would make a click of it afterwards: focus, styles,
 * made-up mouse events, and a frame for them that the answer would have to wait for. It is told to
 * leave that; where it does not listen, its click is an echo.
 */
class Fingers {
  #down = null;
  #lifted = -Infinity;
  #heard = false;

  constructor(take) {
    app.addEventListener("pointerdown", (event) => {
      const { pointerType, isPrimary, clientX: x, clientY: y, timeStamp: at } = event;
      const element = pointerType === "touch" && isPrimary && !typing() ? tapped(event) : null;
      this.#down = element && { element, x, y, at };
    });
    // The browser has begun to scroll or to zoom.
    addEventListener("pointercancel", () => (this.#down = null));
    addEventListener("contextmenu", () => (this.#down = null));
    app.addEventListener("pointerup", (event) => {
      const down = this.#down;
      this.#down = null;
      this.#heard = false;
      if (!down || tapped(event) !== down.element) return;
      if (event.timeStamp - down.at > LONGEST_MS) return;
      if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > FURTHEST) return;
      this.#lifted = event.timeStamp;
      this.#heard = true;
      if (open(down.element, true)) take(eventOf(down.element));
    });
    const leave = (event) => {
      if (!this.#heard || !event.cancelable) return;
      event.preventDefault();
      this.#lifted = -Infinity; // no click follows
    };
    app.addEventListener("touchend", leave, { passive: false });
  }

  /** Whether a click only repeats what a finger has said; wherever it lands by now. */
  echo(event) {
    const echo = event.detail !== 0 && event.timeStamp - this.#lifted < ECHO_MS;
    if (echo) this.#lifted = -Infinity;
    return echo;
  }
}

/** Gives `take` every tap on an element that carries `data-event`, and every change of an input. */
export function watchTaps(take) {
  const fingers = new Fingers(take);
  app.addEventListener("click", (event) => {
    const echo = fingers.echo(event);
    const element = tapped(event);
    if (element || echo) event.preventDefault();
    if (element && !echo && open(element, event.detail !== 0)) take(eventOf(element));
  });
  app.addEventListener("change", (event) => {
    if (event.target.matches("[data-event]") && typed(event.target)) take(eventOf(event.target));
  });
  // Escape closes what lies over the screen, as the phone's own way back does.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !app.querySelector(".veil")) return;
    event.preventDefault();
    take({ message: { event: "back" }, guard: null, element: app });
  });
  // Enter in a lone text field would load the page anew.
  app.addEventListener("submit", (event) => event.preventDefault());
  // What was tapped before any of this was here.
  const { tap, tapped: before } = window.cardNight;
  document.removeEventListener("click", tap);
  if (before) take(eventOf(before));
}
