const maxExamples = 20;
const maxExampleLength = 120;

// oxlint-disable-next-line no-control-regex -- control characters are what it replaces
const controlCharacters = /[\u0000-\u001f\u007f]/g;

/**
 * Collects what could not be assessed in one file, grouped by kind, so that a hostile file cannot flood a
 * report.
 */
export class Notes {
  #left = 0;
  readonly #kinds = new Map<string, { count: number; examples: Set<string> }>();

  add(kind: string, example: string): void {
    const noted = this.#kinds.get(kind) ?? { count: 0, examples: new Set() };
    this.#kinds.set(kind, noted);
    noted.count += 1;
    if (noted.examples.size < maxExamples) {
      noted.examples.add(example.slice(0, maxExampleLength).replace(controlCharacters, '�'));
    }
  }

  /** @param count packages that are omitted because there are too many. */
  addOmitted(count: number): void {
    this.#left += count;
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
