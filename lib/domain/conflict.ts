/**
 * Thrown when a condition of a transaction did not hold, because a record changed after it was loaded. Nothing was
 * written, so the use case loads and decides again (docs/adr/0023-conflicts-and-retries.md).
 */
export abstract class Conflict extends Error {
  /** @param what says which record changed, for the log. */
  constructor(what: string) {
    super(what);
    this.name = new.target.name;
  }
}
