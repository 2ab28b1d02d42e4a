// Brings a page into the document by touching only what is not as it was sent the last time.
//
// A tap changes a card and a line under it; to compare the whole document with the whole page
// anew for that costs a phone more than drawing the change.

import { Idiomorph } from "idiomorph";

/** What keeps a state of its own, which the page sent before does not tell. */
const FIELDS = "input, select, textarea";

/** The page as it was sent the last time, parsed; null until one was. */
let sent = null;

const counterpart = (one, other) => one.localName === other.localName && one.id === other.id;

/** Whether three parents hold elements only, the same ones in the same order. */
function sameChildren(live, was, now) {
  const { length } = now.children;
  if ([live, was, now].some((it) => it.childNodes.length !== length)) return false;
  return [...now.children].every(
    (child, i) => counterpart(live.children[i], child) && counterpart(was.children[i], child),
  );
}

const onlyText = (it) => !it.firstElementChild && it.childNodes.length === 1;

/** Gives `live` the attributes that are others `now`; what the page itself has added stays. */
function followAttributes(live, was, now) {
  for (const { name } of was.attributes) if (!now.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of now.attributes) {
    if (was.getAttribute(name) !== value) live.setAttribute(name, value);
  }
}

function follow(live, was, now, options) {
  if (was.isEqualNode(now)) return;
  if (sameChildren(live, was, now)) {
    followAttributes(live, was, now);
    [...now.children].forEach((child, i) =>
      follow(live.children[i], was.children[i], child, options),
    );
  } else if ([live, was, now].every(onlyText)) {
    followAttributes(live, was, now);
    live.textContent = now.textContent;
  } else {
    // Idiomorph takes the nodes it is given into the document; the page sent is kept whole.
    Idiomorph.morph(live, now.cloneNode(true), { ...options, morphStyle: "outerHTML" });
  }
}

/** Gives `root` the content `html`; elements that stay keep their identity. */
export function bring(root, html, options) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const page = template.content;
  const known = sent && !page.querySelector(FIELDS);
  if (known && sameChildren(root, sent, page)) {
    [...page.children].forEach((child, i) =>
      follow(root.children[i], sent.children[i], child, options),
    );
  } else {
    Idiomorph.morph(root, html, { ...options, morphStyle: "innerHTML" });
  }
  sent = page;
}
