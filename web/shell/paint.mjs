// Brings what Python rendered into the page.

import { bring } from "./changes.mjs";
import { noteTheme } from "./kept.mjs";
import { landed, places, travel } from "./motion.mjs";

/**
 * How long taps are held after the table changed under the finger. A table that was not there before
 * cannot have: it is opened by a tap, and held as long as that tap may be the first of two.
 */
const HELD_MS = 300;
/** …and at most: a page that nobody sees draws no frames, and nothing lands there. */
const HELD_MOST_MS = 4000;
/** What the page itself says on <body>; everything else there comes from the paint. */
const OWN = new Set(["ready", "taps"]);

const app = document.getElementById("app");
const live = document.getElementById("live");
const { dataset } = document.body;

let guard = "";
let holds = 0;

/** The guard of the last paint: taps made under another one are meant for another table. */
export const currentGuard = () => guard;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Resolves when the last tap of a finger or a mouse can no more be the first of two. */
let single = Promise.resolve();
addEventListener("pointerup", () => (single = pause(HELD_MS)), { capture: true });

/** Holds taps until `moment` is over, and until no sliding card can lie over what is meant. */
async function hold(moment) {
  holds += 1;
  const mine = holds;
  dataset.taps = "held";
  await Promise.all([moment, Promise.race([landed(app), pause(HELD_MOST_MS)])]);
  if (mine === holds) dataset.taps = "open";
}

function describe(body) {
  if (dataset.theme !== body.theme) noteTheme(body.theme);
  for (const key of Object.keys(dataset)) {
    if (!OWN.has(key) && !(key in body)) delete dataset[key];
  }
  for (const [key, value] of Object.entries(body)) {
    if (!OWN.has(key) && dataset[key] !== String(value)) dataset[key] = value;
  }
}

/** Says `text` to a screen reader, even when it is the same text again. */
function say(text) {
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** What lies under an open dialog, and so cannot be reached. */
let under = [];

/** What lies under an open dialog is out of reach for keys and screen readers, too. */
function reachOnly(veil) {
  for (const element of under) element.inert = false;
  under = [];
  for (let inner = veil; inner && inner !== app; inner = inner.parentElement) {
    under.push(...[...inner.parentElement.children].filter((other) => other !== inner));
  }
  for (const element of under) element.inert = true;
}

/** The id of what had the focus when something was laid over the screen: there it returns. */
let opener = "";

/** Gives the keyboard a place when the element it was on has gone, or out of reach. */
function keepFocus(active, veil) {
  if (!active && !veil) return;
  // What has just become inert may still count as the active element.
  const now = document.activeElement;
  if (app.contains(now) && !now.closest("[inert]")) return;
  if (veil && !opener) opener = active?.id ?? "";
  const back = veil || !opener ? null : document.getElementById(opener);
  const first = (veil ?? app).querySelector("[data-focus]");
  (back ?? first ?? app).focus({ preventScroll: true });
}

/** The id of what was last brought into view in its row. */
let viewed = "";

/** Brings what the app points at into view in the row that is swiped; once, then the finger rules. */
function view() {
  const it = app.querySelector("[data-sideways] [data-view]");
  if (it && it.id !== viewed) {
    const row = it.closest("[data-sideways]");
    row.scrollTo({ left: it.offsetLeft - row.firstElementChild.offsetLeft });
  }
  viewed = it?.id ?? "";
}

/** Carries out one `paint` effect. */
export function paint({ html, body = {}, say: said, guard: next = "", title }) {
  // Cards travel when the table changes. Under a finger that only touches one nothing is measured,
  // for to measure is to lay out the page once more between the tap and the paint.
  const before = next === guard ? new Map() : places(app);
  const active = document.activeElement;
  const inside = app.contains(active);
  // What is being typed stays. Of anything else that has the focus, the content must follow too.
  const ignoreActiveValue = Boolean(active?.matches("input, textarea"));
  bring(app, html, { ignoreActiveValue });
  const veil = app.querySelector(".veil");
  reachOnly(veil);
  describe(body);
  if (title !== undefined && document.title !== title) document.title = title;
  keepFocus(inside ? active : null, veil);
  view();
  if (!veil) opener = "";
  travel(app, before);
  if (next !== guard) hold(guard ? pause(HELD_MS) : single);
  guard = next;
  if (said) say(said);
}
