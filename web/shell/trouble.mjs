// The box that says what went wrong, with a way on and a report to copy.

import { words } from "./words.mjs";

const element = (id) => document.getElementById(id);

/** What a bug report needs to name besides the error. */
function circumstances(version) {
  return [
    `version ${version}`,
    navigator.userAgent,
    `${innerWidth}×${innerHeight}, ${navigator.language}`,
    `online ${navigator.onLine}, secure ${isSecureContext}`,
    `service worker ${Boolean(navigator.serviceWorker?.controller)}`,
  ].join("\n");
}

/** Puts `text` in `target` on the clipboard; true when that worked. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure context there is no clipboard, but the old command still works.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Shows `text` with `report` behind it; the buttons are there for the actions given. */
export function trouble(text, report, version, { retry, afresh }) {
  const whole = `${report}\n\n${circumstances(version)}`;
  element("trouble-text").textContent = text;
  element("trouble-retry").onclick = () => {
    element("trouble").hidden = true;
    retry();
  };
  element("trouble-afresh").hidden = !afresh;
  element("trouble-afresh").onclick = afresh ?? null;
  element("trouble-copy").onclick = async () => {
    const done = await copy(whole);
    element("trouble-said").textContent = done ? words.copied : words.notCopied;
    element("trouble-report").hidden = done;
    element("trouble-report").textContent = whole;
  };
  element("trouble-said").textContent = "";
  element("trouble-report").hidden = true;
  element("trouble").hidden = false;
  element("trouble-retry").focus();
  console.error(report);
}
