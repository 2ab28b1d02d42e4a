// One file for the memory of a Python, in the browser's private file system: the worker reads it
// straight into Python's own memory, where a cache would hand it over in pieces, to be copied twice.
//
// Its beginning tells what it is, and is written last: a file that was not written to its end is none.

import { checksum } from "./compiled.mjs";

const PREFIX = "card-night-memory-";
const HEAD = 4096;

const nameOf = (version, scope) => `${PREFIX}${version}-${encodeURIComponent(scope)}`;

/** Whether a file is one of this game's; `version`: of another version than this. */
const isOwn = (name, scope, version) =>
  name.startsWith(PREFIX) &&
  name.endsWith(`-${encodeURIComponent(scope)}`) &&
  (version === undefined || name !== nameOf(version, scope));

/** Deletes this game's files; where `version` is given, those of other versions. */
export async function forgetFiles(scope, version) {
  try {
    const folder = await navigator.storage.getDirectory();
    for await (const name of folder.keys()) {
      // One that a tab is reading stays; it goes with the next start.
      if (isOwn(name, scope, version)) await folder.removeEntry(name).catch(() => {});
    }
  } catch {
    // There is no such place, or it is forbidden: then nothing is there.
  }
}

/** A whole in memory, to be read as from a file. */
export const inMemory = (bytes) => ({
  size: bytes.length,
  read: (target, at) => target.set(bytes.subarray(at, at + target.length)),
  close() {},
});

async function opened(file) {
  try {
    const handle = await file.createSyncAccessHandle({ mode: "read-only" });
    return {
      size: handle.getSize(),
      read(target, at) {
        if (handle.read(target, { at }) !== target.length) throw new Error("a cut file");
      },
      close: () => handle.close(),
    };
  } catch {
    // Another tab has it open where only one may.
    return inMemory(new Uint8Array(await (await file.getFile()).arrayBuffer()));
  }
}

/** The file of one version. Nothing here throws. */
export class Shelf {
  #name;

  constructor(version, scope) {
    this.#name = nameOf(version, scope);
  }

  async #file(create) {
    return (await navigator.storage.getDirectory()).getFileHandle(this.#name, { create });
  }

  /**
   * What lies there: `{note, sum, size, read(target, at), close()}`, unchecked; null where that is
   * nothing, or another browser's. It must be closed.
   */
  async find() {
    let file = null;
    try {
      file = await opened(await this.#file(false));
      const head = new Uint8Array(HEAD);
      file.read(head, 0);
      const { maker, note, sum } = JSON.parse(new TextDecoder().decode(head));
      if (maker === navigator.userAgent) {
        const { read, close } = file;
        return { note, sum, size: file.size - HEAD, read: (to, at) => read(to, at + HEAD), close };
      }
    } catch {
      // There is none, or it was not written to its end.
    }
    file?.close();
    return null;
  }

  /** Puts bytes there, with a short note; true when they are on the device. */
  async write(bytes, note) {
    try {
      const head = { maker: navigator.userAgent, note, sum: checksum(bytes) };
      const handle = await (await this.#file(true)).createSyncAccessHandle();
      try {
        handle.truncate(0);
        const done = handle.write(bytes, { at: HEAD }) === bytes.length;
        handle.flush();
        if (!done) throw new Error("no room");
        handle.write(new TextEncoder().encode(JSON.stringify(head).padEnd(HEAD)), { at: 0 });
        handle.flush();
      } finally {
        handle.close();
      }
      return true;
    } catch {
      await this.remove();
      return false;
    }
  }

  async remove() {
    try {
      await (await navigator.storage.getDirectory()).removeEntry(this.#name);
    } catch {
      // It is not there, or open in another tab.
    }
  }
}
