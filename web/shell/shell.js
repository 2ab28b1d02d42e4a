// The page: it starts Python, hands it what happens, and carries out what it answers.
//
// Python is one function, `receive`, from a message to a list of effects. Messages go to it one
// after the other; nothing else crosses the line.

import { boot } from "./boot.mjs";
import * as device from "./device.mjs";
import { Kept } from "./kept.mjs";
import { prepareNext, stopPreparing } from "./next.mjs";
import { Offline, forgetOld } from "./offline.mjs";
import { currentGuard, paint } from "./paint.mjs";
import { Past } from "./past.mjs";
import { Progress } from "./progress.mjs";
import { watchTaps } from "./taps.mjs";
import { trouble } from "./trouble.mjs";
import { complete, completeLater } from "./whole.mjs";
import { words } from "./words.mjs";

const parts = JSON.parse(document.getElementById("parts").textContent);
const { body } = document;
const absolute = (path) => new URL(path, document.baseURI).href;

/** A call that takes longer is lost: the worker is replaced and goes on from what is kept. */
const LOST_MS = 60_000;

let python = null;
/** What waits for Python, in order: `{message, guard}`; guard null is for any table. */
const waiting = [];
let busy = false;
let calls = 0;
let restarts = 0;
let timer = 0;

const send = (message) => {
  waiting.push({ message, guard: null });
  work();
};

/** What goes on behind the screen: it makes nobody wait. */
const QUIET = new Set(["work", "wake", "socket-open", "socket-frames", "socket-closed", "seen"]);
const loud = ({ message }) => !QUIET.has(message.event);

const kept = new Kept((reason) => send({ event: "storage-failed", value: reason }));
const offline = new Offline(send, () => prepare());
const past = new Past(() => send({ event: "back" }));

/** The line to a room, a promise of it once one was asked for. */
let line = null;

async function toLine(effect) {
  line ??= import("./room.mjs").then(
    ({ Line, relayAddress }) => new Line(send, () => kept.settled(), relayAddress(parts.relay)),
  );
  (await line).carryOut(effect);
}

// ── What Python asks for ────────────────────────────────────────────────────────────────────

const effects = {
  paint(effect) {
    complete();
    paint(effect);
    past.settle(effect.depth ?? 0);
  },
  later({ ms, value = "" }) {
    clearTimeout(timer);
    if (ms > 0) timer = setTimeout(() => send({ event: "later", value }), ms);
  },
  async "forget-all"() {
    stopPreparing();
    await kept.forget().catch(() => {});
    await Offline.forget().catch(() => {});
    send({ event: "forgotten" });
    prepared = { compiled: "none", trouble: "", todo: false };
    next = null;
    tellDevice();
  },
  install: () => device.install(send),
  update: () => offline.update(),
  share: async (effect) => send({ event: "shared", value: await device.share(effect) }),
  buzz: ({ ms }) => device.buzz(ms),
  copy: async ({ text }) =>
    send({ event: "shared", value: (await device.copy(text)) ? "copied" : "failed" }),
  awake: ({ on }) => device.awake(on),
  measure: () => tellDevice(),
  reload: async () => {
    await kept.settled();
    location.reload();
  },
  rooms: () => python.fetch({ ...parts.rooms, archive: absolute(parts.rooms.archive) }),
  "read-kept": async () => send({ event: "kept-read", kept: (await kept.read()).kept }),
  "socket-open": toLine,
  "socket-send": toLine,
  "socket-close": toLine,
  wake: toLine,
  work: toLine,
  crashed: ({ report }) => crashed(report),
};

function carryOut(list) {
  const texts = new Map();
  for (const effect of list) {
    if (effect.do === "keep") texts.set(effect.key, effect.text);
    if (effect.do === "forget") texts.set(effect.key, null);
  }
  // One transaction for all texts of an answer: a killed tab finds all of them or none.
  kept.write(texts);
  for (const effect of list) effects[effect.do]?.(effect);
}

// ── What Python is told ─────────────────────────────────────────────────────────────────────

function ready(yes) {
  if (yes) body.dataset.ready = "";
  else delete body.dataset.ready;
}

const clock = () => Math.round(performance.timeOrigin + performance.now());

/** The effects of a message; `asked` is the promise of its answer, where it was sent before. */
async function call(message, asked) {
  calls += 1;
  let alarm;
  const lost = new Promise((_, reject) => {
    alarm = setTimeout(reject, LOST_MS, new Error(`no answer to ${message.event}`));
  });
  try {
    asked ??= python.receive(JSON.stringify({ ...message, clock: clock() }));
    return JSON.parse(await Promise.race([asked, lost]));
  } finally {
    clearTimeout(alarm);
  }
}

/** Hands Python what waits, one by one, and carries out each answer before the next. */
async function work() {
  if (busy || !python || !waiting.length) return;
  busy = true;
  while (python && waiting.length) {
    if (waiting.some(loud)) ready(false);
    const { message, guard, asked } = waiting.shift();
    // Tapped on a table that has changed since: not what the finger meant.
    if (guard !== null && guard !== currentGuard()) continue;
    try {
      carryOut(await call(message, asked));
    } catch (error) {
      lost(error);
    }
    if (!waiting.length) await kept.settled();
  }
  busy = false;
  ready(Boolean(python));
}

/** The worker died or hangs: a new one goes on from what is kept. Twice, then we say so. */
function lost(error) {
  python?.stop();
  python = null;
  waiting.length = 0;
  restarts += 1;
  // Files of this version may be gone once another took over, so the page opens anew.
  if (offline.replaced) location.reload();
  else if (restarts > 2) crashed(String(error?.stack ?? error));
  else start();
}

function crashed(report) {
  trouble(words.crashed, report, parts.version, { retry: () => location.reload() });
}

function heard({ message, guard, element }) {
  if (python) {
    waiting.push({ message, guard });
    work();
    return;
  }
  // Before Python is up, the last tap is what the person wants; the page shows it was heard.
  for (const other of document.querySelectorAll("[aria-busy=true]")) {
    other.removeAttribute("aria-busy");
  }
  element.setAttribute("aria-busy", "true");
  waiting.splice(0, waiting.length, ...waiting.filter((it) => it.tap !== true));
  waiting.push({ message, guard: null, tap: true });
}

// ── The start ───────────────────────────────────────────────────────────────────────────────

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What stands behind the # of the address, taken out of it so that a reload does not find it again. */
function takeLink() {
  const { hash, pathname, search } = location;
  if (hash) history.replaceState(history.state, "", pathname + search);
  return hash;
}

async function beginning() {
  const { kept: texts, error } = await kept.read();
  return {
    event: "start",
    kept: texts,
    now: new Date().toISOString(),
    link: takeLink(),
    seed: new URLSearchParams(location.search).get("seed") ?? "",
    entropy: hex(crypto.getRandomValues(new Uint8Array(32))),
    standalone: device.standalone(),
    service_worker: Offline.possible,
    platform: device.platform(),
    inside: device.inside(),
    address: new URL("./", document.baseURI).href,
    language: navigator.language,
    storage_error: error,
    version: parts.version,
    clock: clock(),
  };
}

/** So long nobody asks Python for anything before what can wait is done; but at most so long. */
const QUIET_MS = 300;
const QUIET_MOST_MS = 3_000;

async function quiet() {
  const most = performance.now() + QUIET_MOST_MS;
  for (let before = -1; before !== calls || busy; ) {
    if (performance.now() > most) return;
    before = calls;
    await new Promise((done) => setTimeout(done, QUIET_MS));
  }
}

const wait = document.getElementById("wait");

async function start() {
  wait.hidden = false;
  ready(false);
  const first = beginning();
  try {
    const text = first.then(JSON.stringify);
    python = await boot(parts, new Progress(parts.sizes), { told, later }, text, restarts > 0);
  } catch (error) {
    failed(error);
    return;
  }
  wait.hidden = true;
  performance.mark("python-up");
  waiting.unshift({ message: await first, guard: null, asked: python.started });
  await work();
  performance.mark("ready");
  await quiet();
  // First, so that what it fetches is here before the service worker asks for it, too.
  python?.join();
  offline.start();
}

// ── The next start ──────────────────────────────────────────────────────────────────────────

/** How this start was prepared by earlier ones: see `boot.mjs`. */
let prepared = { compiled: "none", trouble: "", todo: false };
/** What became of the preparing of the next start: see `next.mjs`; null before it began. */
let next = null;

function told(how) {
  prepared = how;
  if (document.body.dataset.ready !== undefined) tellDevice();
}

/** Of the part that comes later, so many twentieths were told: the app paints at each event. */
let twentieths = 0;

/** What becomes of the part of the game that the app has asked for. */
function later({ later: became, reason, part }) {
  if (became === "here") send({ event: "rooms-here" });
  if (became === "failed") send({ event: "rooms-failed", value: reason });
  const now = became === "coming" ? Math.floor(part * 20) : 0;
  if (now > twentieths) send({ event: "rooms-coming", value: String(now / 20) });
  twentieths = now;
}

/** Tells the app what of the game lies on this device, in bytes, and how it starts. */
async function tellDevice() {
  const { usage = -1 } = (await navigator.storage?.estimate?.().catch(() => ({}))) ?? {};
  // A start from code kept before stays one, whatever became of the memory.
  const compiled = prepared.compiled === "none" ? (next?.compiled ?? "none") : prepared.compiled;
  const trouble = prepared.trouble || (next?.trouble ?? "");
  send({ event: "device", compiled, trouble, bytes: usage });
}

/** Once all is on the device: prepares the next start while nobody waits for this one. */
async function prepare() {
  await forgetOld(parts.version);
  if (prepared.todo && !next) {
    next = {};
    await quiet();
    next = await prepareNext().catch(() => ({ trouble: "failed" }));
  }
  tellDevice();
}

function failed(error) {
  wait.hidden = true;
  const controlled = Boolean(navigator.serviceWorker?.controller);
  const afresh = async () => {
    await Offline.forget();
    location.reload();
  };
  const report = String(error?.message ?? error);
  trouble(words.failed, report, parts.version, {
    retry: start,
    // With the network there, a damaged offline copy can be thrown away and fetched again.
    afresh: controlled && navigator.onLine ? afresh : null,
  });
}

addEventListener("hashchange", () => {
  const link = takeLink();
  if (link) send({ event: "link", value: link });
});
addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  send({ event: "visible" });
  device.awakeAgain();
  offline.look();
});
// A lock refused for want of a gesture is asked for again with the next one.
addEventListener("pointerup", () => device.awakeAgain());
// The old page's Python must not hold its memory while the next one starts.
addEventListener("pagehide", ({ persisted }) => {
  if (persisted) return;
  python?.stop();
  stopPreparing();
});

if (!window.cardNight.failed) {
  body.dataset.taps = "open";
  window.cardNight.running = true;
  watchTaps(heard);
  device.watchInstall(send);
  completeLater();
  start();
}
