"""Python's own ``zipimport`` reads and compiles every module of an archive twice: here, once.

Before it loads a module it asks for the name of its file, and to tell that it makes the whole code.
The name follows from the list of what is in the archive. ``site`` imports this by its name, before
anything else comes out of the archive of the standard library.
"""

from __future__ import annotations

import zipimport


def get_filename(archive: zipimport.zipimporter, fullname: str) -> str:
    """The file a module comes from; ``ZipImportError`` where there is none."""
    files: dict[str, tuple[object, ...]] = archive._get_files()  # type: ignore[attr-defined]
    path = archive.prefix + fullname.rpartition(".")[2]
    # In the order in which the module itself is looked for.
    for ending in ("/__init__.pyc", "/__init__.py", ".pyc", ".py"):
        if path + ending in files:
            return f"{archive.archive}/{path}{ending}"
    raise zipimport.ZipImportError(f"can't find module {fullname!r}", name=fullname)


zipimport.zipimporter.get_filename = get_filename  # type: ignore[method-assign]
