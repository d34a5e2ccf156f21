/**
 * Groups the keys of records by the owners of lists, so that a list of one owner does not visit the records of
 * others.
 */
export class RecordIndex {
  readonly #groups = new Map<string, Set<string>>();

  /** Moves the key of a written record from one group to another; undefined for none. */
  move(key: string, from: string | undefined, to: string | undefined): void {
    if (from === to) return;
    if (from !== undefined) this.#groups.get(from)?.delete(key);
    if (to === undefined) return;
    const group = this.#groups.get(to) ?? new Set();
    this.#groups.set(to, group.add(key));
  }

  /** Returns the keys of a group, in no particular order. */
  keysOf(group: string): Iterable<string> {
    return this.#groups.get(group) ?? [];
  }
}
