// The part of the game that plays with others: fetched when somebody asks for it, kept with what was
// prepared for this version, and put beside the game.

import { Fetched } from "./fetched.mjs";
import { checked } from "./packed.mjs";
import { tell } from "./told.mjs";

const KEPT = "later.zip";

/** Lets Python import from one more archive, also into packages that it has imported from another. */
const OPEN = `
def open_archive(path):
    import sys, zipfile
    sys.path.append(path)
    with zipfile.ZipFile(path) as archive:
        files = set(archive.namelist())
    folders = set()
    for name in files:
        *above, _ = name.split("/")
        folders |= {tuple(above[:depth]) for depth in range(1, len(above) + 1)}
    for folder in folders:
        package = sys.modules.get(".".join(folder))
        below = "/".join(folder)
        if package is not None and f"{below}/__init__.py" not in files:
            package.__path__.append(f"{path}/{below}")
open_archive`;

/** Why it is not there, in the app's words: "network", "damaged" or "failed". */
function reasonOf(error) {
  if (error instanceof TypeError) return "network";
  return error?.name === "DamagedError" ? "damaged" : "failed";
}

/** What this device has or the host sends; not to be trusted to be there again unless it was kept. */
async function bytesOf({ archive, integrity }, packed, compiled) {
  const found = compiled.possible && (await compiled.find(KEPT, false));
  const kept = found && (await found.checked().catch(() => null));
  if (kept) return kept;
  let bytes = await new Fetched({ packed, probe: archive }).bytes(archive);
  try {
    await checked(archive, integrity, bytes);
  } catch {
    // What came may have come out of the browser's own cache: once more, past that.
    const again = await fetch(archive, { cache: "reload" });
    bytes = new Uint8Array(await again.arrayBuffer());
    await checked(archive, integrity, bytes);
  }
  if (compiled.possible) await compiled.write(KEPT, bytes);
  return bytes;
}

/**
 * Puts the archive where `python` imports from. Tells the page `{later: "here"}`, or
 * `{later: "failed", reason}`; before that the bytes that came, as of every file.
 */
export async function bring(python, wanted, home, packed, compiled) {
  try {
    const path = `${home}/${wanted.archive.split("/").pop()}`;
    if (!python.FS.analyzePath(path).exists) {
      python.FS.writeFile(path, await bytesOf(wanted, packed, compiled), { canOwn: true });
      const open = python.runPython(OPEN, { globals: python.toPy({}) });
      open(path);
      open.destroy();
    }
    tell({ later: "here" });
  } catch (error) {
    console.warn("not here:", error);
    tell({ later: "failed", reason: reasonOf(error) });
  }
}
