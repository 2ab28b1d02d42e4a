// What the home screen does without: the style of all other screens, and the other drawings. They stand
// in the page as texts, so that its first paint does not wait until they are read and measured.

/** Puts them in their places; from the second time on nothing is left to do. */
export function complete() {
  const [style, drawings] = ["later-style", "later-drawings"].map((id) => document.getElementById(id));
  if (!style) return;
  const element = document.createElement("style");
  element.textContent = style.textContent;
  document.head.append(element);
  document.getElementById("app").insertAdjacentHTML("beforebegin", drawings.textContent);
  style.remove();
  drawings.remove();
}

/** A finger that was ready has tapped by then, and seen that it was heard. */
const LATER_MS = 800;

/** …behind the first tap, and while the page has nothing to do where a browser tells of that. */
export function completeLater() {
  setTimeout(() => (window.requestIdleCallback ?? setTimeout)(complete), LATER_MS);
}
