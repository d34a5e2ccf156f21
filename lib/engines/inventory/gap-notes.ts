const maxExamples = 20;
const maxUncovered = 1000;
const maxExampleLength = 120;
const maxRequests = 200_000;

/** The kind under which requests without an entry are noted. */
const missingRequests = 'dependencies that the project asks for and the lockfile does not have';

// oxlint-disable-next-line no-control-regex -- control characters are what it replaces
const controlCharacters = /[\u0000-\u001f\u007f]/g;

/**
 * Collects what could not be assessed in one file, grouped by kind, so that a hostile file cannot flood a
 * report.
 */
export class Notes {
  /** The manifests whose dependencies no lockfile has. */
  readonly uncovered: string[] = [];
  #left = 0;
  /** Whether each dependency that the project requests has an entry, by name. */
  readonly #requests = new Map<string, boolean>();
  readonly #kinds = new Map<string, { count: number; examples: Set<string> }>();

  add(kind: string, example: string): void {
    const noted = this.#kinds.get(kind) ?? { count: 0, examples: new Set() };
    this.#kinds.set(kind, noted);
    noted.count += 1;
    if (noted.examples.size < maxExamples) {
      noted.examples.add(example.slice(0, maxExampleLength).replace(controlCharacters, '�'));
    }
  }

  /** Adds an example that may have been noted before. */
  addOnce(kind: string, example: string): void {
    if (!this.#kinds.get(kind)?.examples.has(example)) this.add(kind, example);
  }

  /** Notes a manifest below a lockfile that is not part of its project. */
  addUncovered(manifest: string): void {
    if (this.uncovered.length < maxUncovered) this.uncovered.push(manifest);
    this.add('manifests whose dependencies no lockfile has', manifest);
  }

  /** @param count packages that are omitted because there are too many. */
  addOmitted(count: number): void {
    this.#left += count;
  }

  /** Records a dependency that a manifest or the lockfile's own roots request, and whether it has an entry. */
  addRequest(name: string, hasEntry: boolean): void {
    const known = this.#requests.get(name);
    if (known === undefined && this.#requests.size >= maxRequests) return;
    this.#requests.set(name, hasEntry && known !== false);
    if (!hasEntry && known !== false) this.add(missingRequests, name);
  }

  /** Records all names of a request list. */
  addRequests(names: Iterable<string>, hasEntry: (name: string) => boolean): void {
    for (const name of names) this.addRequest(name, hasEntry(name));
  }

  /** True if the project requests dependencies and none of them has an entry. */
  get resolvesNothing(): boolean {
    return this.#requests.size > 0 && ![...this.#requests.values()].includes(true);
  }

  /** Returns one sentence per kind: `no version is pinned (3): a, b, c`. */
  sentences(): string[] {
    const left = this.#left > 0 ? [`${this.#left} packages are left out: there are too many`] : [];
    const kinds = [...this.#kinds].map(([kind, { count, examples }]) => {
      const more = count > examples.size && examples.size === maxExamples ? ', …' : '';
      return `${kind} (${count}): ${[...examples].join(', ')}${more}`;
    });
    return [...kinds, ...left];
  }
}
