/**
 * A condition of a commit did not hold, because a record changed after it was loaded. Each subclass says which record
 * moved. A use case loads again and decides again (docs/adr/0023-conflicts-and-retries.md).
 */
export abstract class Conflict extends Error {
  constructor(message?: string) {
    super(message);
    this.name = new.target.name;
  }
}
