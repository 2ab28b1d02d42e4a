// Takes out of Pyodide's two files what nothing there asks for.
//
//   node lean.mjs FOLDER OUT
//
// FOLDER holds Pyodide as npm has it; OUT gets `pyodide.asm.mjs` and `pyodide.asm.wasm`, lean.
// Pyodide's WebAssembly offers every function of C's and Python's to libraries that may be loaded
// later, thousands of names, each of which costs time at every start. No library is loaded here: what
// the scripts do not name goes, and with it the code that nothing else reaches.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EXPORTS, Reader, assembled, list, section } from "./wasm.mjs";

const [folder, out] = process.argv.slice(2);
const web = dirname(dirname(fileURLToPath(import.meta.url)));
const SCRIPT = "pyodide.asm.mjs";
const CODE = "pyodide.asm.wasm";
/** What loads the two uses some of their names as well. */
const LOADER = "pyodide.mjs";
/** What the code may use: what it uses today, else a browser would have to know more than now. */
const FEATURES =
  "exception-handling bulk-memory bulk-memory-opt mutable-globals sign-ext " +
  "nontrapping-float-to-int multivalue reference-types simd call-indirect-overlong tail-call";

function found(text, pattern) {
  const match = pattern.exec(text);
  if (!match) throw new Error(`${SCRIPT} has no ${pattern}: it is of another Pyodide`);
  return match;
}

const named = (text) => new Set(text.match(/[\w$]+/g));

/** The script without the names it never uses, and a function that tells which exports it does. */
function script(text, loader) {
  // var _a,_b;function assignWasmExports(wasmExports){_a=Module["_a"]=wasmExports["a"];…}
  const all = found(text, /var ([\w$,]+);function assignWasmExports\(wasmExports\)\{([^{}]*)\}/);
  const before = text.slice(0, all.index);
  const after = text.slice(all.index + all[0].length);
  const words = named(`${before};${after};${loader}`);
  const wanted = (name) => words.has(name) || words.has(`_${name}`);
  const gone = new Set();
  const kept = all[2].split(";").filter((line) => {
    if (!line) return false;
    const [, variable, name] = found(line, /^([\w$]+)=.*wasmExports\["([\w$]+)"\]/);
    if (wanted(name)) return true;
    gone.add(variable);
    return false;
  });
  const variables = all[1].split(",").filter((it) => !gone.has(it));
  const lean = `var ${variables};function assignWasmExports(wasmExports){${kept.join(";")}}`;
  return { text: before + lean + after, wanted };
}

/** WebAssembly with those exports alone whose names are `wanted`. */
const exporting = (bytes, wanted) =>
  assembled(bytes, ({ kind, body, whole }) => {
    if (kind !== EXPORTS) return whole;
    const reader = new Reader(body);
    const names = [];
    const all = reader.entries(() => {
      names.push(reader.text());
      reader.byte(); // its kind
      reader.number(); // its place
    });
    return section(EXPORTS, list(all.filter((_, at) => wanted(names[at]))));
  });

const read = (name) => readFileSync(join(folder, name), "utf8");
const { text, wanted } = script(read(SCRIPT), read(LOADER));
writeFileSync(join(out, SCRIPT), text);
const scratch = mkdtempSync(join(tmpdir(), "lean-"));
try {
  const given = join(scratch, CODE);
  writeFileSync(given, exporting(readFileSync(join(folder, CODE)), wanted));
  execFileSync(process.execPath, [
    join(web, "node_modules", "binaryen", "bin", "wasm-opt"),
    ...[given, "-o", join(out, CODE), "--remove-unused-module-elements"],
    ...FEATURES.split(" ").map((it) => `--enable-${it}`),
  ]);
} finally {
  rmSync(scratch, { recursive: true });
}
