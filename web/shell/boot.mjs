// Starts Python: one worker, watched by a time limit, tried twice. PyScript joins it later.

/** No byte for so long means that none will come; Python itself may compute for longer. */
const STALLED_MS = 9_000;
const STUCK_MS = 40_000;

/** Questions to a worker that has begun, and their answers: texts both. */
class Line {
  #asked = new Map();
  #count = 0;

  constructor(worker) {
    // PyScript puts its own in place of it, which waits until PyScript has begun.
    this.post = worker.postMessage.bind(worker);
  }

  /** A promise of the answer; the worker may have to start first. */
  ask(text) {
    this.#count += 1;
    this.post({ cardNight: { id: this.#count, text } });
    return new Promise((done, fail) => this.#asked.set(this.#count, { done, fail }));
  }

  /** What the worker has answered. */
  answered({ answer, text, error }) {
    const { done, fail } = this.#asked.get(answer);
    this.#asked.delete(answer);
    if (error === undefined) done(text);
    else fail(new Error(error));
  }
}

/** One attempt: resolves, when Python runs, to the line to it; or rejects with the reason. */
function attempt(parts, progress, begun, { told, later }, start) {
  return new Promise((resolve, reject) => {
    const line = new Line(begun.worker);
    // Asked before Python is there, so that it is answered as soon as it is.
    const started = start.then((text) => line.ask(text));
    started.catch(() => {});
    let watch;
    const fail = (reason) => {
      clearInterval(watch);
      begun.worker.terminate();
      reject(new Error(reason));
    };
    let joined;
    const whole = new Promise((done) => (joined = done));
    begun.hear = (message) => {
      if (message.failed) fail(message.failed);
      else if (message.joined) joined();
      else if (message.mark) mark(message);
      else if (message.answer) line.answered(message);
      else if (message.compiled) told(message);
      else if (message.later) later(message);
      else if (message.up) {
        clearInterval(watch);
        resolve({ line, started, whole });
      } else if (parts.rooms.archive.endsWith(message.file)) {
        later({ later: "coming", part: Math.min(1, message.bytes / parts.rooms.size) });
      } else progress.came(message);
    };
    begun.told.forEach(begun.hear);
    watch = setInterval(() => {
      const silent = performance.now() - progress.moved;
      if (silent > (progress.complete ? STUCK_MS : STALLED_MS)) {
        fail(`nothing came for ${Math.round(silent / 1000)} seconds`);
      }
    }, 500);
  });
}

/** A step of the start that is done, in the page's own timeline. */
const mark = ({ mark: name, at }) =>
  performance.mark(`start:${name}`, { startTime: Math.max(0, at - performance.timeOrigin) });

/**
 * Starts Python, a second time where the first fails. `start` is a promise of the first message.
 *
 * Resolves to `{started, receive, join, fetch, stop}`: a promise of the first answer, the app's
 * function of text to text, the joining of PyScript, the asking for the part that comes later, and
 * the end of its worker.
 * `hears` is `{told, later}`: `told` hears how this start was prepared, `{compiled, trouble, todo}`,
 * again when that changes; `later` what becomes of that part: `{later, reason, part}`, where `part`
 * is how much is here. `afresh`: not from what was kept, since that failed. Rejects with both reasons.
 */
export async function boot(parts, progress, hears, start, afresh) {
  const { cardNight } = window;
  let begun = cardNight.begun ?? cardNight.begin(afresh);
  cardNight.begun = null;
  let up;
  try {
    up = await attempt(parts, progress, begun, hears, start);
  } catch (first) {
    progress.restart();
    try {
      begun = cardNight.begin(true);
      up = await attempt(parts, progress, begun, hears, start);
    } catch (second) {
      throw new Error(`${first.message}; then ${second.message}`);
    }
  }
  let receive = (text) => up.line.ask(text);
  return {
    started: up.started,
    receive: (text) => receive(text),
    /** From then on PyScript hands over what is asked; without it the game goes on as it is. */
    async join() {
      try {
        const { pyscript } = await import("./joining.mjs");
        up.line.post({ cardNight: { join: true } });
        const [{ sync }] = await Promise.all([pyscript(parts, begun.worker), up.whole]);
        receive = (text) => sync.receive(text);
      } catch (error) {
        console.warn("PyScript did not start:", error);
      }
    },
    fetch: (wanted) => up.line.post({ cardNight: wanted }),
    stop: () => begun.worker.terminate(),
  };
}
