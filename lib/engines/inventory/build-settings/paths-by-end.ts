const reversed = (text: string): string => text.split('').toReversed().join('');

/** Finds paths by the names that they end in, without going through all of them. */
export class PathsByEnd {
  readonly #paths: readonly string[];
  /** The reversed paths, each before a slash, in order: those with one end are beside each other. */
  #sorted: readonly [reversed: string, path: string][] | undefined;
  readonly #known = new Map<string, readonly string[]>();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  /** Returns the paths that are an end, or have it as their last names. */
  find(end: string): readonly string[] {
    const known = this.#known.get(end);
    if (known) return known;
    const found = this.#search(`${reversed(end)}/`);
    this.#known.set(end, found);
    return found;
  }

  #search(prefix: string): string[] {
    this.#sorted ??= this.#paths
      .map((path): [string, string] => [`${reversed(path)}/`, path])
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    const sorted = this.#sorted;
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle]?.[0] ?? '') < prefix) low = middle + 1;
      else high = middle;
    }
    const found: string[] = [];
    for (let at = low; at < sorted.length; at += 1) {
      const [key, path] = sorted[at] ?? ['', ''];
      if (!key.startsWith(prefix)) break;
      found.push(path);
    }
    return found;
  }
}
