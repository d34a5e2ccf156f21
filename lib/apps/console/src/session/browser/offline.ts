/** Nothing was sent, because this machine has no network. */
export class Offline extends Error {
  constructor() {
    super('This machine has no network.');
    this.name = 'Offline';
  }
}
