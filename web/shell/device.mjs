// What a phone can do besides showing a page: install, share, buzz, stay awake.

import { copy } from "./trouble.mjs";

export { copy };

/** "ios", "android" or "other"; it only chooses words. */
export function platform() {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad calls itself a Macintosh, but no Macintosh has a touch screen.
  if (/iPhone|iPad|iPod/.test(userAgent)) return "ios";
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return "ios";
  return /Android/.test(userAgent) ? "android" : "other";
}

/** Whether another app shows the page in a browser of its own, which keeps nothing for long. */
export const inside = () =>
  /FBA[NV]|Instagram|Line\/|MicroMessenger|Snapchat|Twitter|musical_ly|Bytedance|GSA\/|; wv\)/.test(
    navigator.userAgent,
  );

/** Whether the game runs from the home screen. */
export const standalone = () =>
  navigator.standalone === true || matchMedia("(display-mode: standalone)").matches;

/** Tells `send` when the browser offers to install, and when that happened. */
export function watchInstall(send) {
  if (window.cardNight.install) send({ event: "installable" });
  addEventListener("beforeinstallprompt", () => send({ event: "installable" }));
  addEventListener("appinstalled", () => {
    window.cardNight.install = null;
    send({ event: "installed" });
  });
}

/** Shows the browser's own question; each offer may be used once. */
export async function install(send) {
  const offer = window.cardNight.install;
  window.cardNight.install = null;
  if (!offer) return send({ event: "install-refused" });
  await offer.prompt();
  const { outcome } = await offer.userChoice;
  if (outcome !== "accepted") send({ event: "install-refused" });
}

/** Shares by the phone's own sheet, else by the clipboard: "shared", "copied" or "failed". */
export async function share({ title, text, url }) {
  // What the app gives is relative to the page, of which it knows no address.
  url = url && new URL(url, location.href.split("#")[0]).href;
  if (navigator.share) {
    try {
      await navigator.share({ title, text, url });
      return "shared";
    } catch (error) {
      if (error.name === "AbortError") return "cancelled";
    }
  }
  return (await copy([text, url].filter(Boolean).join("\n"))) ? "copied" : "failed";
}

/** Buzzes where the phone can. */
export const buzz = (ms) => navigator.vibrate?.(ms);

let wanted = false;
let lock = null;

/** Keeps the screen lit while `on`; the browser lets go whenever the page is hidden. */
export async function awake(on) {
  wanted = on;
  try {
    if (!on) {
      await lock?.release();
      lock = null;
    } else if (!lock || lock.released) {
      lock = (await navigator.wakeLock?.request("screen")) ?? null;
    }
  } catch {
    // Refused on low battery, or without a tap before it: asked again at the next occasion.
  }
}

/** Asks again for what the browser took away. */
export const awakeAgain = () => wanted && awake(true);
