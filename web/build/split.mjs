// Divides Python's WebAssembly into what a game uses, which comes first, and the rest.
//
//   node split.mjs first FOLDER USED      FOLDER/pyodide.asm.wasm becomes the first part, and
//                                         FOLDER/pyodide.rest.wasm is written beside it
//   node split.mjs watched FOLDER         … becomes one that tells which functions were called
//
// USED lists the functions that come first, by number, as `1-3 7`. Both parts have every function
// under its own number, so what stands in one needs no change: those that the other part has are a
// few bytes that call it through a table. Whoever calls one of the rest before the rest is there
// makes `web/shell/rest.mjs` bring it; the game goes on where it was. So nothing is wrong with a list
// that lacks a function, but that somebody waits.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  CODE,
  COUNT_OF_DATA,
  DATA,
  ELEMENTS,
  EXPORTS,
  FUNCTIONS,
  GLOBALS,
  IMPORTS,
  KINDS,
  MEMORIES,
  Reader,
  TABLES,
  TAGS,
  TYPES,
  assembled,
  constant,
  list,
  number,
  section,
  sections,
  text,
} from "./wasm.mjs";

const [what, folder, usedFile] = process.argv.slice(2);
const file = join(folder, "pyodide.asm.wasm");
const bytes = readFileSync(file);

const found = new Map(sections(bytes).map((it) => [it.kind, it]));
const entries = (kind, read) => {
  const reader = new Reader(found.get(kind).body);
  return reader.entries(() => read(reader));
};

/** How many values each type takes and gives. */
const types = [];
entries(TYPES, (reader) => {
  if (reader.byte() !== 0x60) throw new Error("a type that is no function's");
  const [takes, gives] = [0, 0].map(() => reader.take(reader.number()).length);
  types.push({ takes, gives });
});
const imports = entries(IMPORTS, (reader) => {
  reader.text();
  reader.text();
  if (reader.byte() !== KINDS.function) throw new Error("an import that is no function");
  reader.number();
});
const typeOf = [];
entries(FUNCTIONS, (reader) => typeOf.push(reader.number()));
const tables = entries(TABLES, (reader) => {
  reader.byte();
  reader.limits();
});
const [memory] = entries(MEMORIES, (reader) => reader.limits());
const variables = [];
const globals = entries(GLOBALS, (reader) => {
  variables.push(reader.take(2)); // what it holds, and whether that changes
  reader.initial();
});
const tags = entries(TAGS, (reader) => {
  reader.byte();
  reader.number();
});
const exported = entries(EXPORTS, (reader) => {
  reader.text();
  reader.byte();
  reader.number();
});
const elements = entries(ELEMENTS, (reader) => {
  if (reader.number() !== 0) throw new Error("elements of another kind");
  reader.initial();
  for (let count = reader.number(); count > 0; count -= 1) reader.number();
});
const bodies = [];
entries(CODE, (reader) => bodies.push(reader.take(reader.number())));

const FUNCREF = 0x70;
const I32 = 0x7f;
const op = (code, ...more) => Buffer.concat([Buffer.from([code]), ...more]);
const get = (index) => op(0x20, number(index));
const i32 = (value) => op(0x41, constant(value));
const END = Buffer.from([0x0b]);
const NO_LOCALS = Buffer.from([0]);

/** The table in which both parts find all functions, and after them that which brings the rest. */
const MEETING = tables.length;
const BRING = bodies.length;
const meeting = op(FUNCREF, Buffer.from([0]), number(bodies.length + 1));
/** Whether the rest is there. */
const HERE = globals.length;

const through = (type) => op(0x11, number(type), number(MEETING));
/** Calls the function in that slot with what this one was called with. */
const forwarded = (slot) => {
  const type = typeOf[slot];
  const given = Array.from({ length: types[type].takes }, (_, index) => get(index));
  return Buffer.concat([...given, i32(slot), through(type)]);
};
const nothing = types.findIndex(({ takes, gives }) => takes + gives === 0);
if (nothing < 0) throw new Error("no function takes nothing and gives nothing");
const unless = op(0x45, op(0x04, Buffer.from([0x40]))); // if zero, do what follows up to the end
const brought = Buffer.concat([
  op(0x23, number(HERE)),
  unless,
  i32(BRING),
  through(nothing),
  END,
]);

const sized = (body) => Buffer.concat([number(body.length), body]);
const written = (all) => section(CODE, list(all.map(sized)));

/** What puts those functions into the table for which `here` holds, side by side where they lie so. */
function met(here) {
  const runs = [];
  for (let from = 0; from < bodies.length; from += 1) {
    if (!here(from)) continue;
    let to = from;
    while (to < bodies.length && here(to)) to += 1;
    const numbers = Array.from({ length: to - from }, (_, at) => number(imports.length + from + at));
    const place = Buffer.concat([i32(from), END, Buffer.from([0])]); // 0: they are functions
    runs.push(Buffer.concat([number(2), number(MEETING), place, list(numbers)]));
    from = to;
  }
  return runs;
}

/** So many zeros between two pieces of data cost less than to begin a new piece. */
const NEAR = 64;

/** The data of the memory in fewer pieces: the first part has thousands, each of which takes time. */
function joinedData() {
  const pieces = [];
  entries(DATA, (reader) => {
    if (reader.number() !== 0) throw new Error("data that is put somewhere later");
    const from = reader.initial();
    const body = reader.take(reader.number());
    pieces.push({ from, body });
  });
  pieces.sort((one, other) => one.from - other.from);
  const runs = [];
  for (const { from, body } of pieces) {
    const last = runs.at(-1);
    if (last && from - last.to <= NEAR) last.bodies.push(Buffer.alloc(from - last.to), body);
    else runs.push({ from, bodies: [body] });
    runs.at(-1).to = from + body.length;
  }
  const written = runs.map(({ from, bodies: parts }) => {
    const place = Buffer.concat([number(0), i32(from), END]);
    return Buffer.concat([place, sized(Buffer.concat(parts))]);
  });
  return section(DATA, list(written));
}

/** The names under which the first part hands the rest what both use. */
const shared = [
  ...tables.map((entry, at) => ({ name: `~table${at}`, kind: KINDS.table, at, entry })),
  { name: "~meeting", kind: KINDS.table, at: MEETING, entry: meeting },
  { name: "~memory", kind: KINDS.memory, at: 0, entry: memory },
  ...globals.map((_, at) => ({ name: `~global${at}`, kind: KINDS.global, at, entry: variables[at] })),
  ...tags.map((entry, at) => ({ name: `~tag${at}`, kind: KINDS.tag, at, entry })),
];
const offered = [...shared, { name: "~here", kind: KINDS.global, at: HERE }].map(
  ({ name, kind, at }) => Buffer.concat([text(name), Buffer.from([kind]), number(at)]),
);
const asked = shared.map(({ name, kind, entry }) =>
  Buffer.concat([text("first"), text(name), Buffer.from([kind]), entry]),
);
const changing = Buffer.concat([Buffer.from([I32, 1]), i32(0), END]);

/** The file with these sections in place of its own, by their kind. */
const withSections = (own) =>
  assembled(bytes, ({ kind, whole }) => (own.has(kind) ? own.get(kind) : whole));

function first(used) {
  const all = bodies.map((body, slot) =>
    used.has(slot) ? body : Buffer.concat([NO_LOCALS, brought, forwarded(slot), END]),
  );
  return withSections(
    new Map([
      [TABLES, section(TABLES, list([...tables, meeting]))],
      [GLOBALS, section(GLOBALS, list([...globals, changing]))],
      [EXPORTS, section(EXPORTS, list([...exported, ...offered]))],
      [ELEMENTS, section(ELEMENTS, list([...elements, ...met((slot) => used.has(slot))]))],
      [CODE, written(all)],
      [COUNT_OF_DATA, Buffer.alloc(0)], // nothing in the code asks for it
      [DATA, joinedData()],
    ]),
  );
}

function rest(used) {
  const all = bodies.map((body, slot) =>
    used.has(slot) ? Buffer.concat([NO_LOCALS, forwarded(slot), END]) : body,
  );
  return Buffer.concat([
    bytes.subarray(0, 8),
    found.get(TYPES).whole,
    section(IMPORTS, list([...imports, ...asked])),
    found.get(FUNCTIONS).whole,
    section(ELEMENTS, list(met((slot) => !used.has(slot)))),
    written(all),
  ]);
}

/** Each function notes its first call in a variable of its own, `~called0` and so on. */
function watched() {
  const notes = bodies.map((body, slot) => {
    const reader = new Reader(body);
    const locals = reader.passed(() =>
      reader.entries(() => {
        reader.number();
        reader.byte();
      }),
    );
    const note = Buffer.concat([i32(1), op(0x24, number(HERE + slot))]);
    return Buffer.concat([locals, note, body.subarray(locals.length)]);
  });
  const told = bodies.map((_, slot) =>
    Buffer.concat([text(`~called${slot}`), Buffer.from([KINDS.global]), number(HERE + slot)]),
  );
  return withSections(
    new Map([
      [GLOBALS, section(GLOBALS, list([...globals, ...bodies.map(() => changing)]))],
      [EXPORTS, section(EXPORTS, list([...exported, ...told]))],
      [CODE, written(notes)],
    ]),
  );
}

/** The numbers that the list names. */
function listed(words) {
  const all = words.split(/\s+/).filter(Boolean);
  return new Set(
    all.flatMap((word) => {
      const [from, to = from] = word.split("-").map(Number);
      if (!(from <= to && to < bodies.length)) throw new Error(`${word} is no function here`);
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    }),
  );
}

if (what === "watched") {
  writeFileSync(file, watched());
} else {
  const used = listed(readFileSync(usedFile, "utf8"));
  writeFileSync(file, first(used));
  writeFileSync(join(folder, "pyodide.rest.wasm"), rest(used));
}
