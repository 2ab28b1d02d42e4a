// What a room needs of the page: one socket, the clock that wakes the app, and word of whether the
// phone is looked at. Loaded when a room is asked for, and never before.

/** The line to the relay; `send` takes events to the app. */
export class Line {
  #send;
  #address;
  #settled;
  #socket = null;
  #came = null;
  #sending = Promise.resolve();
  #timer = 0;
  #turn = new MessageChannel();

  /** `settled` resolves once all that was to be kept lies on the device. */
  constructor(send, settled, address) {
    this.#send = send;
    this.#settled = settled;
    this.#address = address;
    this.#turn.port1.onmessage = () => send({ event: "work" });
    const seen = (yes) => send({ event: "seen", value: String(yes) });
    addEventListener("visibilitychange", () => seen(!document.hidden));
    addEventListener("pageshow", ({ persisted }) => persisted && seen(true));
    addEventListener("freeze", () => seen(false));
    addEventListener("online", () => seen(true));
    // A phone that goes to sleep says good-bye, so that the others need not wait to notice.
    addEventListener("pagehide", () => {
      this.#drop();
      send({ event: "socket-closed" });
    });
  }

  /** Carries out one of the app's effects. */
  carryOut(effect) {
    const does = {
      "socket-open": () => this.#open(effect.line),
      "socket-send": () => this.#say(effect.frames),
      "socket-close": () => this.#drop(),
      wake: () => this.#wake(effect.ms),
      // Not at once: what a finger has said meanwhile comes first.
      work: () => this.#turn.port2.postMessage(null),
    };
    does[effect.do]();
  }

  /** Every line has a number: word of an older one that is still on its way is not meant for it. */
  #open(line) {
    this.#drop();
    const tell = (event, more) => this.#send({ event, line, ...more });
    let socket;
    try {
      socket = new WebSocket(this.#address);
    } catch {
      tell("socket-closed");
      return;
    }
    this.#socket = socket;
    const mine = (hear) => (event) => this.#socket === socket && hear(event);
    socket.onopen = mine(() => tell("socket-open"));
    socket.onmessage = mine(({ data }) => this.#heard(data, tell));
    socket.onclose = mine(() => {
      this.#socket = null;
      tell("socket-closed");
    });
  }

  /** Frames that come while the app is busy are handed to it together. */
  #heard(data, tell) {
    if (this.#came) {
      this.#came.push(data);
      return;
    }
    const came = [data];
    this.#came = came;
    const handedOver = () => {
      if (this.#came === came) this.#came = null;
      return came;
    };
    tell("socket-frames", { frames: { toJSON: handedOver } });
  }

  /** Nothing is said before all that it rests upon is kept: else a crash could make two of one. */
  #say(frames) {
    const socket = this.#socket;
    this.#sending = this.#sending.then(this.#settled).then(() => {
      if (socket?.readyState !== WebSocket.OPEN) return;
      for (const frame of frames) socket.send(frame);
    });
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#came = null;
    socket?.close();
  }

  #wake(ms) {
    clearTimeout(this.#timer);
    if (ms >= 0) this.#timer = setTimeout(() => this.#send({ event: "wake" }), ms);
  }
}

/** The address of the relay: beside the page, unless the bundle names another. */
export function relayAddress(relay) {
  const url = new URL(relay || "relay", document.baseURI);
  url.protocol = url.protocol.replace("http", "ws");
  url.hash = "";
  return url.href;
}
