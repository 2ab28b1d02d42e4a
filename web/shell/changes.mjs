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

/** Whether two parents hold elements only, each the counterpart of the other's. */
function parallel(live, was) {
  const { length } = was.children;
  if (live.childNodes.length !== length || was.childNodes.length !== length) return false;
  return [...was.children].every((child, i) => counterpart(live.children[i], child));
}

/**
 * The place among `were`, from `from` on, of the counterpart of `one`; -1 when it is new there. What
 * has no id of its own is told apart by its place alone, so it is never looked for further on.
 */
function place(were, from, one) {
  if (from < were.length && counterpart(were[from], one)) return from;
  return one.id ? were.findIndex((it, i) => i > from && counterpart(it, one)) : -1;
}

/**
 * Gives `live`, the parallel of `was`, the children of `now`: what is gone goes, what is new comes.
 * Returns false, with nothing done, when `now` holds text beside elements or the old in another order.
 */
function followChildren(live, was, now, options) {
  if (!parallel(live, was) || now.childNodes.length !== now.children.length) return false;
  const were = [...was.children];
  const lives = [...live.children];
  const pairs = [];
  let next = 0;
  for (const one of now.children) {
    const at = place(were, next, one);
    if (at < 0 && one.id && were.some((it) => it.id === one.id)) return false;
    pairs.push([one, at]);
    if (at >= 0) next = at + 1;
  }
  const kept = new Set(pairs.map(([, at]) => at));
  lives.forEach((it, i) => kept.has(i) || it.remove());
  let before = null;
  for (const [one, at] of pairs.reverse()) {
    // The page sent is kept whole: what comes into the document is a copy.
    const it = at < 0 ? document.importNode(one, true) : lives[at];
    if (at < 0) live.insertBefore(it, before);
    else follow(it, were[at], one, options);
    before = it;
  }
  return true;
}

const onlyText = (it) => it.childNodes.length === 1 && it.firstChild.nodeType === Node.TEXT_NODE;

/** Gives `live` the attributes that are others `now`; what the page itself has added stays. */
function followAttributes(live, was, now) {
  for (const { name } of was.attributes) if (!now.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of now.attributes) {
    if (was.getAttribute(name) !== value) live.setAttribute(name, value);
  }
}

function follow(live, was, now, options) {
  if (was.isEqualNode(now)) return;
  if ([live, was, now].every(onlyText)) {
    followAttributes(live, was, now);
    if (live.firstChild.data !== now.firstChild.data) live.firstChild.data = now.firstChild.data;
  } else if (followChildren(live, was, now, options)) {
    followAttributes(live, was, now);
  } else {
    Idiomorph.morph(live, now.cloneNode(true), { ...options, morphStyle: "outerHTML" });
  }
}

/** Gives `root` the content `html`; elements that stay keep their identity. */
export function bring(root, html, options) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const page = template.content;
  const known = sent && !page.querySelector(FIELDS);
  if (!known || !followChildren(root, sent, page, options)) {
    Idiomorph.morph(root, html, { ...options, morphStyle: "innerHTML" });
  }
  sent = page;
}
