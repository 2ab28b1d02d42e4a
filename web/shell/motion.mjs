// Cards that travel: what stands elsewhere after a paint slides there from where it stood.

const MS = 220;
const SLIDE = "slide";

const still = () =>
  document.body.dataset.motion === "off" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;

const moving = (root) => root.querySelectorAll("[data-move]");

const centre = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** Where everything that may move stands now, by its key; an empty Map when motion is off. */
export function places(root) {
  if (still()) return new Map();
  return new Map([...moving(root)].map((it) => [it.dataset.move, it.getBoundingClientRect()]));
}

/** Lets everything under `root` slide from its place in `before` to where it stands now. */
export function travel(root, before) {
  if (!before.size || still()) return;
  const slides = [];
  for (const it of moving(root)) {
    const from = before.get(it.dataset.move) ?? before.get(it.dataset.from);
    if (!from || !from.width) continue;
    for (const running of it.getAnimations()) if (running.id === SLIDE) running.cancel();
    slides.push([it, from]);
  }
  // All rectangles are read before any animation starts: the page is laid out once.
  for (const [it, from, to] of slides.map(([it, from]) => [it, from, it.getBoundingClientRect()])) {
    const [x, y] = centre(from);
    const [toX, toY] = centre(to);
    if (!to.width || (Math.abs(x - toX) < 1 && Math.abs(y - toY) < 1)) continue;
    it.animate(
      // `translate` stands beside whatever `transform` the style gives, instead of replacing it.
      { translate: [`${x - toX}px ${y - toY}px`, "0px 0px"] },
      { duration: MS, easing: "cubic-bezier(.2,.7,.3,1)", id: SLIDE },
    );
  }
}
