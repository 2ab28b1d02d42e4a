// In place of PyScript's Python modules as text: they lie compiled in the app's archive.

export const stdlib = "import pyscript as _pyscript\ndel _pyscript\n";
export const optional = "";
