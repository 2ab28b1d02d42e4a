// Bundles the page's own JavaScript, PyScript within it, into OUT:
//
//   shell.mjs           the page
//   worker.mjs          PyScript's worker
//   interpreter.mjs     what the worker imports as its interpreter: Pyodide's loader and our options
//   service-worker.js   the offline cache
//   check.js            the look at the browser's age, in plain old JavaScript
//
//   node bundle.mjs OUT

import { build } from "esbuild";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const shell = join(web, "shell");
const [out] = process.argv.slice(2);

// PyScript is bundled from the sources it publishes, with a few of its modules exchanged.
const replaced = [
  // Its own worker comes as a string and starts from a blob: address. From a file of ours the
  // policy needs no `blob:`, relative addresses work, and the service worker serves it offline.
  [/\/worker\/xworker\.js$/, "pyscript/worker.mjs"],
  // It writes its Python modules out as sources and compiles them at every start. Ours lie
  // compiled in the app's archive.
  [/\/stdlib\.js$/, "pyscript/stdlib.mjs"],
  // Editor, terminal, error banner: nothing here uses them, and they are fetched eagerly.
  [/\/plugins\.js$/, "pyscript/plugins.mjs"],
  // It keeps a cache of packages in IndexedDB. There are none, and where a browser forbids
  // IndexedDB the start would fail for it.
  [/^@webreflection\/idb-map(\/sync)?$/, "pyscript/map.mjs"],
  // Another interpreter, its archives, another format of settings, an editor, a second terminal.
  [/\/micropython\.js$|\/3rd-party\/|\/codemirror\.js$|\/donkey\.js$/, "pyscript/nothing.mjs"],
];

const exchange = {
  name: "exchange",
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path, importer, resolveDir }) => {
      if (!/node_modules.(@pyscript|polyscript)/.test(importer)) return undefined;
      const whole = path.startsWith(".") ? join(resolveDir, path).split(sep).join("/") : path;
      const found = replaced.find(([pattern]) => pattern.test(whole));
      return found && { path: join(shell, found[1]) };
    });
  },
};

const common = {
  absWorkingDir: web,
  bundle: true,
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [exchange],
};
const modern = { ...common, format: "esm", target: "es2022" };

const builds = [
  build({ ...modern, entryPoints: [join(shell, "shell.js")], outfile: join(out, "shell.mjs") }),
  build({
    ...modern,
    entryPoints: [join(web, "node_modules/polyscript/esm/worker/_template.js")],
    outfile: join(out, "worker.mjs"),
  }),
  build({
    ...modern,
    entryPoints: [join(shell, "interpreter.mjs")],
    outfile: join(out, "interpreter.mjs"),
    // Pyodide's loader asks for these under Node only.
    external: ["node:*", "ws"],
  }),
  build({
    ...common,
    format: "iife",
    target: "es2022",
    entryPoints: [join(shell, "service-worker.js")],
    outfile: join(out, "service-worker.js"),
  }),
  // Not bundled and not raised: it must parse in browsers that can do none of the above.
  build({
    ...common,
    bundle: false,
    plugins: [],
    target: "es5",
    entryPoints: [join(shell, "check.js")],
    outfile: join(out, "check.js"),
  }),
];

// esbuild has printed what is wrong; its own stack would only push that out of sight.
await Promise.all(builds).catch(() => process.exit(1));
