// In place of PyScript's maps kept in IndexedDB: a map that forgets.

export default class ForgetfulMap extends Map {
  constructor(_name) {
    super();
  }
  async sync() {}
  async close() {}
}
