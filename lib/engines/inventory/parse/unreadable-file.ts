/** A dependency file that cannot be read at all. The message says why, in plain words and without its content. */
export class UnreadableFile extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnreadableFile';
  }
}
