// In place of the list of PyScript plugins: none.

export default {};
