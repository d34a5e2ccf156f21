/**
 * The patterns that exclude artifacts below a node of a tree: those of its own request and of the requests above it.
 * They are kept in a few sets, each larger than the next, which a node shares with those above it: a node that adds
 * a pattern to very many does not copy them all.
 */
export class Exclusions {
  static readonly none = new Exclusions([]);
  readonly #sets: readonly ReadonlySet<string>[];

  private constructor(sets: readonly ReadonlySet<string>[]) {
    this.#sets = sets;
  }

  #includes(pattern: string): boolean {
    return this.#sets.some((set) => set.has(pattern));
  }

  /** Adds patterns `group:artifact`, of which either may be `*`. */
  with(patterns: readonly string[]): Exclusions {
    let added = new Set(patterns.filter((pattern) => !this.#includes(pattern)));
    if (added.size === 0) return this;
    const sets = [...this.#sets];
    for (let last = sets.at(-1); last && last.size <= added.size; last = sets.at(-1)) {
      added = added.union(last);
      sets.pop();
    }
    return new Exclusions([...sets, added]);
  }

  /** Returns whether an artifact is excluded. */
  has(name: string): boolean {
    if (this.#sets.length === 0) return false;
    const at = name.indexOf(':');
    const [group, artifact] = [name.slice(0, at), name.slice(at + 1)];
    const forms = [name, `${group}:*`, `*:${artifact}`, '*:*'];
    return forms.some((form) => this.#includes(form));
  }
}
