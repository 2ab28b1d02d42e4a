// From what a finger or a key does in the page to the events the app knows.

import { currentGuard } from "./paint.mjs";

const app = document.getElementById("app");

const typed = (element) => element.matches("input, select, textarea");

function valueOf(element) {
  if (!typed(element)) return element.dataset.value ?? "";
  return element.type === "checkbox" ? String(element.checked) : element.value;
}

/** The event that `element` stands for, stamped with the table it was made on. */
function eventOf(element) {
  const { event, card } = element.dataset;
  const message = { event, value: valueOf(element) };
  if (card !== undefined) message.card = card;
  return { message, guard: "calm" in element.dataset ? null : currentGuard(), element };
}

/** A tap by finger or mouse while the guard holds; keys are never held. */
function held(event, element) {
  const finger = event.detail !== 0;
  return finger && document.body.dataset.taps === "held" && !("calm" in element.dataset);
}

/** Gives `take` every tap on an element that carries `data-event`, and every change of an input. */
export function watchTaps(take) {
  app.addEventListener("click", (event) => {
    const element = event.target.closest("[data-event]");
    if (!element || typed(element) || element.matches("form")) return;
    event.preventDefault();
    if (element.matches(":disabled, [aria-disabled=true]") || held(event, element)) return;
    take(eventOf(element));
  });
  app.addEventListener("change", (event) => {
    if (event.target.matches("[data-event]") && typed(event.target)) take(eventOf(event.target));
  });
  // Escape closes what lies over the screen, as the phone's own way back does.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !app.querySelector(".veil")) return;
    event.preventDefault();
    take({ message: { event: "back" }, guard: null, element: app });
  });
  // Enter in a lone text field would load the page anew.
  app.addEventListener("submit", (event) => event.preventDefault());
}
