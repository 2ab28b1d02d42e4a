// Hands Python over to the worker, and what came of it to the test: `run(script, given)`.

const hash = new URLSearchParams({
  parts: document.getElementById("parts").textContent,
  base: document.baseURI,
});
const worker = new Worker(`worker.mjs#${hash}`, { type: "module" });
const waiting = new Map();

worker.addEventListener("message", ({ data }) => {
  waiting.get(data.id)?.(data);
  waiting.delete(data.id);
});

let calls = 0;
globalThis.run = (script, given) =>
  new Promise((done) => {
    calls += 1;
    waiting.set(calls, done);
    worker.addEventListener("error", (event) => done({ error: event.message || "no worker" }));
    worker.postMessage({ id: calls, script, given });
  });
document.body.dataset.ready = "";
