// Hands Python over to the worker, and what came of it to the test: `run(script, given)`.

const hash = new URLSearchParams({
  parts: document.getElementById("parts").textContent,
  base: document.baseURI,
});
const worker = new Worker(`worker.mjs#${hash}`, { type: "module" });
const waiting = new Map();

worker.addEventListener("message", ({ data }) => {
  if (data.died) for (const done of waiting.values()) done({ error: data.died });
  waiting.get(data.id)?.(data);
  waiting.delete(data.id);
});
worker.addEventListener("error", (event) => {
  for (const done of waiting.values()) done({ error: event.message || "the worker did not load" });
});

let calls = 0;
globalThis.run = (script, given) =>
  new Promise((done) => {
    calls += 1;
    waiting.set(calls, done);
    worker.postMessage({ id: calls, script, given });
  });
document.body.dataset.ready = "";
