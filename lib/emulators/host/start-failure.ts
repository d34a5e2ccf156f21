/** Why the local cloud cannot start, in one line that a person can act on. */
export class StartFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartFailure';
  }
}
