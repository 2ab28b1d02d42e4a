/* Runs first, as plain old JavaScript: it must parse in a browser that can do nothing else here.
 * It sets the theme of the last visit before anything is painted, catches the browser's offer to
 * install, which may come before any module has run, and says in words what is wrong with a
 * browser too old for WebAssembly, or with a load that lost a part. */
(function () {
  var night = (window.cardNight = { install: null, failed: "" });

  try {
    var theme = localStorage.getItem("card-night-theme");
    if (theme) document.body.setAttribute("data-theme", theme);
  } catch (error) {
    /* Storage is forbidden: the system's theme it is, until the game says otherwise. */
  }

  window.addEventListener("beforeinstallprompt", function (event) {
    event.preventDefault();
    night.install = event;
  });

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

  if (!able()) fail(OLD);
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
