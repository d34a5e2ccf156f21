/**
 * Thrown for a dependency file that cannot be read at all. The message states the reason without quoting
 * content.
 */
export class UnreadableFile extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnreadableFile';
  }
}
