/** The patterns that exclude artifacts below a node of a tree: of its own request and of those above it. */
export class Exclusions {
  static readonly none = new Exclusions(new Set());
  readonly #patterns: ReadonlySet<string>;

  private constructor(patterns: ReadonlySet<string>) {
    this.#patterns = patterns;
  }

  /** Adds patterns `group:artifact`, of which either may be `*`. */
  with(patterns: readonly string[]): Exclusions {
    const added = patterns.filter((pattern) => !this.#patterns.has(pattern));
    return added.length === 0 ? this : new Exclusions(new Set([...this.#patterns, ...added]));
  }

  /** Returns whether an artifact is excluded. */
  has(name: string): boolean {
    if (this.#patterns.size === 0) return false;
    const at = name.indexOf(':');
    const [group, artifact] = [name.slice(0, at), name.slice(at + 1)];
    const forms = [name, `${group}:*`, `*:${artifact}`, '*:*'];
    return forms.some((form) => this.#patterns.has(form));
  }
}
