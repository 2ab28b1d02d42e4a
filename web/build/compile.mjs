// Compiles Python to .pyc with the very interpreter that will run it: Pyodide, here under Node.
//
//   node compile.mjs IN OUT PREFIX LEVEL [STDLIB]
//
// Every .py file under IN becomes a .pyc of the same name under OUT. PREFIX is the folder the
// browser imports IN from; it goes into tracebacks. The .pyc are of the kind that is never
// checked against its source, so no clock and no file date can make the browser compile again.
// LEVEL is Python's own: 0 compiles all, 2 leaves out docstrings and assertions.
// With STDLIB, Pyodide starts from that standard library instead of npm's.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { loadPyodide } from "pyodide";

const [input, output, prefix, level, stdLibURL] = process.argv.slice(2);

const python = await loadPyodide(stdLibURL ? { stdLibURL } : {});
const compile = python.runPython(`
from importlib import _bootstrap_external, util

def compile_file(source, path, level):
    source = source.to_bytes()
    code = compile(source, path, "exec", dont_inherit=True, optimize=level)
    return _bootstrap_external._code_to_hash_pyc(code, util.source_hash(source), False)

compile_file
`);

for (const entry of readdirSync(input, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !entry.name.endsWith(".py")) continue;
  const file = join(entry.parentPath ?? entry.path, entry.name);
  const name = relative(input, file).split(sep).join("/");
  const code = compile(new Uint8Array(readFileSync(file)), `${prefix}/${name}`, Number(level));
  const target = join(output, `${name}c`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code.toJs());
  code.destroy();
}
// Pyodide keeps handles open that would keep Node waiting.
process.exit(0);
