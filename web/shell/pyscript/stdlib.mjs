// In place of PyScript's Python modules as text: `start.py` speaks with the worker by itself.

export const stdlib = "";
export const optional = "";
