/** Groups the keys of records by what their lists ask for, so that a list of one owner looks at no other's records. */
export class RecordIndex {
  readonly #groups = new Map<string, Set<string>>();

  /** Moves the key of a record that is written from one group to another; undefined for none. */
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
