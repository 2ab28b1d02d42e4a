// Runs Python given as text, in the interpreter of a bundle and with its archives, as its own
// worker does: the same loader, the same files, the same folder.

const given = new URLSearchParams(new URL(import.meta.url).hash.slice(1));
const parts = JSON.parse(given.get("parts"));
const absolute = (path) => new URL(path, given.get("base")).href;

async function start() {
  const { loadPyodide } = await import(absolute(parts.worker));
  const python = await loadPyodide({ stdout: (line) => console.log(line) });
  for (const archive of [...parts.archives, parts.rooms.archive]) {
    const response = await fetch(absolute(archive));
    python.unpackArchive(await response.arrayBuffer(), "zip");
  }
  return python;
}

const ready = start();

// An interpreter that has died answers nothing more; it says so here alone.
const { error: complain } = console;
console.error = (...words) => {
  complain(...words);
  if (/fatal error|call stack/i.test(words.join(" "))) postMessage({ died: words.join(" ") });
};

addEventListener("message", async ({ data }) => {
  // The loader tells of its progress; here is nobody to hear it.
  if (data.script === undefined) return;
  try {
    const python = await ready;
    const globals = python.toPy({ given: data.given });
    const result = await python.runPythonAsync(data.script, { globals });
    postMessage({ id: data.id, result: String(result) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error?.message ?? error) });
  }
});
