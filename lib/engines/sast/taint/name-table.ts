/** Patterns of dotted names, indexed by their last segment (see "PATTERNS" in `rule.ts`). */
export interface NameTable<T> {
  /** Returns the items of all patterns that match any of these names, without duplicates, in the given order. */
  find(names: readonly string[]): readonly T[];
  /** The last segments of all patterns, for a quick check of a text. */
  readonly words: ReadonlySet<string>;
}

interface Compiled<T> {
  /** The segments before the last one, in reverse order. */
  before: readonly string[];
  anyBefore: boolean;
  order: number;
  item: T;
}

/** Expands `a.{b,c}` to `a.b` and `a.c`. */
export const expandBraces = (pattern: string): string[] => {
  const found = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern);
  if (!found) return [pattern];
  const [, before = '', among = '', after = ''] = found;
  return among.split(',').flatMap((one) => expandBraces(before + one.trim() + after));
};

const fits = ({ before, anyBefore }: Compiled<unknown>, segments: readonly string[]): boolean => {
  const count = segments.length - 1;
  if (anyBefore ? count <= before.length : count !== before.length) return false;
  return before.every((segment, index) => segment === '*' || segment === segments[count - 1 - index]);
};

/** Merges both lists in their original order, without duplicate items. */
const joined = <T>(found: readonly Compiled<T>[], more: readonly Compiled<T>[]): readonly Compiled<T>[] => {
  if (more.length === 0) return found;
  const items = new Set(found.map(({ item }) => item));
  const fresh = more.filter(({ item }) => !items.has(item) && items.add(item));
  return [...found, ...fresh].toSorted((a, b) => a.order - b.order);
};

/** The size of the lookup cache: most names of a file occur again and again. */
const mostKnown = 2000;

export const createNameTable = <T>(
  entries: readonly { patterns: readonly string[]; item: T }[],
): NameTable<T> => {
  const byLast = new Map<string, Compiled<T>[]>();
  let order = 0;
  for (const { patterns, item } of entries)
    for (const pattern of patterns.flatMap(expandBraces)) {
      const segments = pattern.split('.');
      const last = segments.pop() ?? '';
      const anyBefore = segments[0] === '*';
      const before = (anyBefore ? segments.slice(1) : segments).toReversed();
      const known = byLast.get(last) ?? [];
      known.push({ before, anyBefore, order: (order += 1), item });
      byLast.set(last, known);
    }
  const none: readonly Compiled<T>[] = [];
  const wild = byLast.get('*') ?? none;
  const known = new Map<string, readonly Compiled<T>[]>();
  const fitting = (name: string): readonly Compiled<T>[] => {
    const candidates = byLast.get(name.slice(name.lastIndexOf('.') + 1)) ?? none;
    if (candidates.length + wild.length === 0) return none;
    const before = known.get(name);
    if (before) return before;
    const segments = name.split('.');
    const found = joined(
      none,
      [...candidates, ...wild].filter((candidate) => fits(candidate, segments)),
    );
    if (known.size === mostKnown) known.clear();
    known.set(name, found);
    return found;
  };
  return {
    words: new Set(byLast.keys()),
    find: (names) =>
      names
        .map(fitting)
        .reduce(joined, none)
        .map(({ item }) => item),
  };
};
