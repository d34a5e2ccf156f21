/** Says in one line why the local cloud cannot start, so that a person can act on it. */
export class StartFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartFailure';
  }
}
