// Starts Pyodide from a pruned standard library and imports what the project promises is there.
//
//   node verify.mjs STDLIB MODULE...

import { loadPyodide } from "pyodide";

const [stdLibURL, ...modules] = process.argv.slice(2);
const python = await loadPyodide({ stdLibURL });
const missing = python.runPython(`
import importlib

def missing(names):
    found = []
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError as error:
            found.append(f"{name}: {error}")
    return "\\n".join(found)

missing
`)(modules);
if (missing) console.error(`The pruned standard library lacks:\n${missing}`);
process.exit(missing ? 1 : 0);
