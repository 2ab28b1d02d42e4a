// Bundles the page's own JavaScript into OUT:
//
//   shell.mjs           the page; what it imports only when it is asked to lies beside it, PyScript too
//   worker.mjs          the worker: what starts Python, Pyodide's loader, and PyScript's worker
//   service-worker.js   the offline cache
//   check.js, theme.js  what runs first, in plain old JavaScript
//   early.js            what runs next
//
//   node bundle.mjs OUT [plain]
//
// "plain" is for the comparison in `web/build/plain`: PyScript stays outside, as it is published.

import { build } from "esbuild";
import { writeFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const shell = join(web, "shell");
const [out, kind] = process.argv.slice(2);
const plain = kind === "plain";

// PyScript is bundled from the sources it publishes, with a few of its modules exchanged.
const replaced = [
  // Its own worker comes as a string and starts from a blob: address, once the page's scripts are
  // here. From a file of ours the policy needs no `blob:`, the service worker serves it offline,
  // and it begins before any of them.
  [/\/worker\/xworker\.js$/, "pyscript/worker.mjs"],
  // It writes its Python modules out as sources and compiles them at every start. Of all they
  // offer the game needs one object, which `start.py` takes from where they take it.
  [/\/stdlib\.js$/, "pyscript/stdlib.mjs"],
  // Editor, terminal, error banner: nothing here uses them, and they are fetched eagerly.
  [/\/plugins\.js$/, "pyscript/plugins.mjs"],
  // It keeps a cache of packages in IndexedDB. There are none, and where a browser forbids
  // IndexedDB the start would fail for it.
  [/^@webreflection\/idb-map(\/sync)?$/, "pyscript/map.mjs"],
  // Another interpreter, its archives, another format of settings, an editor, a second terminal, and
  // which package goes with which.
  [/\/micropython\.js$|\/pyodide_graph\.js$|\/3rd-party\/|\/codemirror\.js$|\/donkey\.js$/, "pyscript/nothing.mjs"],
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

const without = {
  name: "without",
  setup({ onResolve }) {
    onResolve({ filter: /\/boot\.mjs$/ }, () => ({ path: join(web, "build/plain/boot.mjs") }));
  },
};

const common = {
  absWorkingDir: web,
  bundle: true,
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: plain ? [without] : [exchange],
};
const modern = { ...common, format: "esm", target: "es2022" };

/** What of the page is fetched when it is asked for, each a file with its hash in its name. */
const later = {
  name: "later",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(room|joining)\.mjs$/ }, async ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const { outputFiles } = await build({
        ...modern,
        plugins: [exchange],
        entryPoints: [join(resolveDir, path)],
        outdir: out,
        entryNames: "[name]-[hash]",
        outExtension: { ".js": ".mjs" },
        write: false,
      });
      for (const file of outputFiles) writeFileSync(file.path, file.contents);
      return { path: `./${basename(outputFiles[0].path)}`, external: true };
    });
  },
};

const page = () =>
  build({
    ...modern,
    plugins: [later, ...modern.plugins],
    entryPoints: [join(shell, "shell.js")],
    outfile: join(out, "shell.mjs"),
  });

const worker = () =>
  build({
    ...modern,
    entryPoints: [join(shell, "worker.mjs")],
    outfile: join(out, "worker.mjs"),
    // Pyodide's loader asks for these under Node only.
    external: ["node:*", "ws"],
  });

const builds = [
  ...(plain ? [] : [worker()]),
  page(),
  build({
    ...common,
    format: "iife",
    target: "es2022",
    entryPoints: [join(shell, "service-worker.js")],
    outfile: join(out, "service-worker.js"),
  }),
  build({
    ...common,
    format: "iife",
    target: "es2022",
    entryPoints: [join(shell, "early.mjs")],
    outfile: join(out, "early.js"),
  }),
  // Not bundled and not raised: they must parse in browsers that can do none of the above.
  ...["check.js", "theme.js"].map((name) =>
    build({
      ...common,
      bundle: false,
      plugins: [],
      define: { WORKER_FIRST: String(!plain) },
      target: "es5",
      entryPoints: [join(shell, name)],
      outfile: join(out, name),
    }),
  ),
];

// esbuild has printed what is wrong; its own stack would only push that out of sight.
await Promise.all(builds).catch(() => process.exit(1));
