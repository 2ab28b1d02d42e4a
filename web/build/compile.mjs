// Compiles Python to .pyc with the very interpreter that will run it: Pyodide, here under Node.
//
//   node compile.mjs IN OUT PREFIX LEVEL
//
// Every .py file under IN becomes a .pyc of the same name under OUT. PREFIX is the folder the
// browser imports IN from; it goes into tracebacks. The .pyc are of the kind that is never
// checked against its source, so no clock and no file date can make the browser compile again.
// LEVEL is Python's own: 0 compiles all, 2 leaves out docstrings and assertions, and here the numbers
// of lines too, a third of the bytes: a traceback then tells where the function begins, no more.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { loadPyodide } from "pyodide";

const [input, output, prefix, level] = process.argv.slice(2);

const python = await loadPyodide();
const compile = python.runPython(`
from importlib import _bootstrap_external, util
from types import CodeType

WITHOUT_COLUMNS = 0x80 | 13 << 3  # an entry of a location table, for up to eight code units

def without_lines(code):
    units = len(code.co_code) // 2
    table = b"".join(bytes([WITHOUT_COLUMNS | min(8, units - at) - 1, 0]) for at in range(0, units, 8))
    inner = tuple(without_lines(it) if isinstance(it, CodeType) else it for it in code.co_consts)
    return code.replace(co_linetable=table, co_consts=inner)

def compile_file(source, path, level):
    source = source.to_bytes()
    code = compile(source, path, "exec", dont_inherit=True, optimize=level)
    if level == 2:
        code = without_lines(code)
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
