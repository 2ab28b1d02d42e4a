// WebAssembly files taken apart into sections and put together again. What stands in a function is
// copied as it is: nothing here understands code.

export const TYPES = 1;
export const IMPORTS = 2;
export const FUNCTIONS = 3;
export const TABLES = 4;
export const MEMORIES = 5;
export const GLOBALS = 6;
export const EXPORTS = 7;
export const ELEMENTS = 9;
export const CODE = 10;
export const DATA = 11;
export const COUNT_OF_DATA = 12;
export const TAGS = 13;

/** What an import or export is. */
export const KINDS = { function: 0, table: 1, memory: 2, global: 3, tag: 4 };

/** A number as WebAssembly writes it: seven bits a byte, the lowest first. */
export function number(value) {
  const digits = [];
  for (; value > 127; value >>>= 7) digits.push((value & 127) | 128);
  return Buffer.from([...digits, value]);
}

/** The same for a constant in code, whose highest bit is its sign. */
export function constant(value) {
  const digits = [];
  for (; value > 63; value >>>= 7) digits.push((value & 127) | 128);
  return Buffer.from([...digits, value]);
}

export const text = (name) => Buffer.concat([number(Buffer.byteLength(name)), Buffer.from(name)]);

/** A list of entries, with their number before them. */
export const list = (entries) => Buffer.concat([number(entries.length), ...entries]);

export const section = (kind, body) =>
  Buffer.concat([Buffer.from([kind]), number(body.length), body]);

/** Reads on from a place. */
export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let sum = 0;
    for (let shift = 0, byte = 128; byte & 128; shift += 7) {
      byte = this.byte();
      sum |= (byte & 127) << shift;
    }
    return sum >>> 0;
  }

  take(length) {
    return this.bytes.subarray(this.at, (this.at += length));
  }

  text() {
    return this.take(this.number()).toString("utf8");
  }

  /** The bytes that `read` passes over. */
  passed(read) {
    const from = this.at;
    read();
    return this.bytes.subarray(from, this.at);
  }

  /** As many entries as a number says that stands here, each as the bytes that `read` passes over. */
  entries(read) {
    return Array.from({ length: this.number() }, () => this.passed(read));
  }

  /** How large something may be. */
  limits() {
    const bounded = this.byte() & 1;
    this.number();
    if (bounded) this.number();
  }

  /** A constant that something begins with, up to its end; gives what of it is below 2³². */
  initial() {
    const opcode = this.byte();
    if (opcode !== 0x41 && opcode !== 0x42) throw new Error(`something begins with ${opcode}`);
    const value = this.number();
    if (this.byte() !== 0x0b) throw new Error("something begins with more than a constant");
    return value;
  }
}

/** What comes before the first section. */
const HEAD = 8;

/** All sections in their order: `{kind, body, whole}`. */
export function sections(bytes) {
  const reader = new Reader(bytes, HEAD);
  const found = [];
  while (reader.at < bytes.length) {
    const from = reader.at;
    const kind = reader.byte();
    const body = reader.take(reader.number());
    found.push({ kind, body, whole: bytes.subarray(from, reader.at) });
  }
  return found;
}

/** The file with each section as `change(section)` gives it: bytes, with their kind before them. */
export const assembled = (bytes, change) =>
  Buffer.concat([bytes.subarray(0, HEAD), ...sections(bytes).map(change)]);
