// Imports modules under Pyodide and writes which files of the standard library that took.
//
//   node trace.mjs OUT MODULE...
//
// Every MODULE that is the standard library's is imported, after all that Pyodide itself imports to
// start; those of others, and those that Pyodide does not have, are passed over. OUT gets JSON:
// `modules`, the names that were imported, and `files`, as named in the library's archive. What is
// frozen into the interpreter needs no file.

import { writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [out, ...modules] = process.argv.slice(2);
const python = await loadPyodide();
const traced = python.runPython(`
import importlib, json, sys

# Pyodide brings a substitute for OpenSSL, which asyncio imports and does as well without.
LEFT_OUT = {"ssl", "_ssl"}
OURS = {*sys.stdlib_module_names, "pyodide", "_pyodide"} - LEFT_OUT

def traced(names):
    found = []
    for name in names:
        if name.partition(".")[0] not in OURS:
            continue
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        found.append(name)
    files = set()
    for name, module in sys.modules.items():
        origin = str(getattr(getattr(module, "__spec__", None), "origin", ""))
        file = origin.partition("python314.zip/")[2]
        if file and name not in LEFT_OUT:
            files.add(file)
    return json.dumps({"modules": found, "files": sorted(files)})

traced
`)(modules);
writeFileSync(out, traced);
process.exit(0);
