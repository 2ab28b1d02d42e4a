// Cards that travel: what stands elsewhere after a paint slides there from where it stood, and what
// is gone flies to the place it names.

const MS = 220;
const SLIDE = "slide";
const EASING = "cubic-bezier(.2,.7,.3,1)";

const still = () =>
  document.body.dataset.motion === "off" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;

const moving = (root) => root.querySelectorAll("[data-move]");

const centre = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** How far it is from the middle of one rectangle to the middle of another. */
function way(from, to) {
  const [x, y] = centre(from);
  const [toX, toY] = centre(to);
  return [toX - x, toY - y];
}

/** Where everything that may move stands now, by its key; an empty Map when motion is off. */
export function places(root) {
  if (still()) return new Map();
  return new Map([...moving(root)].map((it) => [it.dataset.move, placeOf(it)]));
}

function placeOf(element) {
  const place = { box: element.getBoundingClientRect(), to: element.dataset.to };
  // Only what may be gone after the paint is copied.
  if (place.to !== undefined) place.picture = pictureOf(element);
  return place;
}

/** A copy to look at: nothing in it can be found, tapped or read out. */
function pictureOf(element) {
  const picture = element.cloneNode(true);
  for (const { name } of [...picture.attributes]) {
    if (name !== "class" && name !== "data-suit") picture.removeAttribute(name);
  }
  picture.setAttribute("aria-hidden", "true");
  return picture;
}

/** Lets everything under `root` slide from its place in `before` to where it stands now. */
export function travel(root, before) {
  if (!before.size || still()) return;
  const now = new Map([...moving(root)].map((it) => [it.dataset.move, it]));
  const slides = [];
  for (const [key, it] of now) {
    const from = (before.get(key) ?? before.get(it.dataset.from))?.box;
    if (!from || !from.width) continue;
    for (const running of it.getAnimations()) if (running.id === SLIDE) running.cancel();
    slides.push([it, from]);
  }
  const flights = [...before].filter(([key, { to }]) => to && !now.has(key) && now.has(to));
  // All rectangles are read before any animation starts: the page is laid out once.
  const ends = slides.map(([it]) => it.getBoundingClientRect());
  const goals = flights.map(([, { to }]) => now.get(to).getBoundingClientRect());
  slides.forEach(([it, from], i) => slide(it, from, ends[i]));
  flights.forEach(([, { picture, box }], i) => fly(picture, box, goals[i]));
}

/** Resolves when everything under `root` lies where it belongs. */
export function landed(root) {
  const sliding = root.getAnimations({ subtree: true }).filter(({ id }) => id === SLIDE);
  return Promise.allSettled(sliding.map(({ finished }) => finished));
}

function slide(element, from, to) {
  const [x, y] = way(from, to);
  if (!to.width || (Math.abs(x) < 1 && Math.abs(y) < 1)) return;
  element.animate(
    // `translate` stands beside whatever `transform` the style gives, instead of replacing it.
    { translate: [`${-x}px ${-y}px`, "0px 0px"] },
    { duration: MS, easing: EASING, id: SLIDE },
  );
}

/** Shows `picture` going from where it lay to the middle of `goal`, then takes it away. */
function fly(picture, box, goal) {
  const [x, y] = way(box, goal);
  picture.classList.add("flying");
  picture.style.setProperty("--w", `${box.width}px`);
  picture.style.left = `${box.left}px`;
  picture.style.top = `${box.top}px`;
  document.body.append(picture);
  const end = { translate: `${x}px ${y}px`, scale: ".35", opacity: "0.2" };
  const flight = picture.animate([{ translate: "0px 0px", scale: "1", opacity: "1" }, end], {
    duration: MS,
    easing: EASING,
  });
  flight.finished.catch(() => {}).finally(() => picture.remove());
}
