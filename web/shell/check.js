/* Runs first, as plain old JavaScript: it must parse in a browser that can do nothing else here.
 * It begins the worker, which takes longest, catches taps and the browser's offer to install, which
 * may come before any module has run, and says in words what is wrong with a browser too old for
 * WebAssembly, or with a load that lost a part. */
(function () {
  var night = (window.cardNight = {
    install: null,
    failed: "",
    begin: begin,
    begun: null,
    tap: tap,
    tapped: null,
  });
  if (window.performance && performance.mark) performance.mark("start:html");

  window.addEventListener("beforeinstallprompt", function (event) {
    event.preventDefault();
    night.install = event;
  });

  /* Home is on screen before the script that hears taps is here. Until then the last tap is written
   * down, and seen to be heard. */
  function tap(event) {
    var element = event.target.closest && event.target.closest("#app button[data-event]");
    if (!element) return;
    if (night.tapped) night.tapped.removeAttribute("aria-busy");
    element.setAttribute("aria-busy", "true");
    night.tapped = element;
  }
  document.addEventListener("click", tap);

  function able() {
    try {
      // BigInt and streaming WebAssembly stand for the generation of 2020; `static {}` and
      // Array.at, which the bundled code uses, for that of 2022.
      return (
        typeof WebAssembly === "object" &&
        typeof WebAssembly.instantiateStreaming === "function" &&
        typeof BigInt === "function" &&
        typeof Promise.allSettled === "function" &&
        typeof Array.prototype.at === "function" &&
        "noModule" in document.createElement("script") &&
        typeof Worker === "function"
      );
    } catch (error) {
      return false;
    }
  }

  function tell() {
    document.getElementById("trouble-text").textContent = night.failed;
    document.getElementById("trouble-retry").onclick = function () {
      location.reload();
    };
    document.getElementById("trouble").removeAttribute("hidden");
  }

  function fail(text) {
    if (night.failed || night.running) return;
    night.failed = text;
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", tell);
    else tell();
  }

  var OLD =
    "This browser is too old for Card Night. Update it, or open this address in a current " +
    "Chrome, Edge, Firefox or Safari (on an iPhone or iPad: iOS 16.4 or newer). " +
    "Nothing kept on this device was changed.";
  var LOST =
    "A part of Card Night did not arrive. Check the connection, then try again. " +
    "Nothing kept on this device was changed.";

  /* Starts Python's worker. Nobody may be there yet to hear it, so what it says is written down:
   * `{worker, given, told: [message…], hear}`, where `hear` is called with each further message. Whatever
   * went wrong before, a start that is `afresh` cannot go wrong by what is packed or was kept. One
   * for `preparing` is not played with: it prepares the next start. */
  function begin(afresh, preparing) {
    var parts = JSON.parse(document.getElementById("parts").textContent);
    var absolute = function (path) {
      return new URL(path, document.baseURI).href;
    };
    var given = {
      archives: parts.archives.map(absolute),
      version: parts.version,
      scope: absolute("./"),
      // What the service worker answers lies on the device already.
      kept: Boolean(navigator.serviceWorker && navigator.serviceWorker.controller),
      packed: parts.packed && !afresh,
      afresh: afresh,
      preparing: preparing,
    };
    // `early.mjs` compiles meanwhile, and tells what it learns of the host: it need not start first.
    given.handed = !afresh && !preparing;
    var options = { type: "module", name: JSON.stringify(given) };
    var begun = { worker: new Worker(absolute(parts.worker), options), given: given, told: [] };
    begun.hear = function (message) {
      begun.told.push(message);
    };
    begun.worker.addEventListener("message", function (event) {
      if (event.data && event.data.cardNight) begun.hear(event.data.cardNight);
    });
    // A worker whose file does not load says so only here.
    begun.worker.addEventListener("error", function (event) {
      begun.hear({ failed: event.message || "the worker did not load" });
    });
    return begun;
  }

  if (!able()) fail(OLD);
  else if (WORKER_FIRST) {
    try {
      night.begun = begin(false);
    } catch (error) {
      /* The page tries again, and tells why it cannot. */
    }
  }
  // A module that does not arrive, or does not parse, tells nobody but the window.
  window.addEventListener(
    "error",
    function (event) {
      var target = event.target;
      if (target && target.tagName === "SCRIPT") fail(LOST);
      else if (event.message && /SyntaxError/.test(event.message)) fail(OLD);
    },
    true,
  );
  setTimeout(function () {
    fail(LOST);
  }, 20000);
})();
