// In place of the MicroPython interpreter, which is not used.

export default { type: "micropython" };
