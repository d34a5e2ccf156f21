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

/** The entries that fit one name. */
interface Fitting<T> {
  found: readonly Compiled<T>[];
  items: readonly T[];
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
const maxKnown = 2000;

type Patterns<T> = readonly { patterns: readonly string[]; item: T }[];

/** Compiles patterns and groups them by their last segment. */
const byLastSegment = <T>(entries: Patterns<T>): Map<string, Compiled<T>[]> => {
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
  return byLast;
};

export const createNameTable = <T>(entries: Patterns<T>): NameTable<T> => {
  const byLast = byLastSegment(entries);
  const none: readonly Compiled<T>[] = [];
  const wild = byLast.get('*') ?? none;
  const known = new Map<string, Fitting<T>>();
  const nothing: Fitting<T> = { found: none, items: [] };
  const fitting = (name: string): Fitting<T> => {
    const before = known.get(name);
    if (before) return before;
    const candidates = byLast.get(name.slice(name.lastIndexOf('.') + 1)) ?? none;
    if (candidates.length + wild.length === 0) return nothing;
    const segments = name.split('.');
    const found = joined(
      none,
      [...candidates, ...wild].filter((candidate) => fits(candidate, segments)),
    );
    const fitted = found.length === 0 ? nothing : { found, items: found.map(({ item }) => item) };
    if (known.size === maxKnown) known.clear();
    known.set(name, fitted);
    return fitted;
  };
  /** Most calls have at most one name with matches, so that nothing has to be merged. */
  const find = (names: readonly string[]): readonly T[] => {
    let only = nothing;
    for (const name of names) {
      const fitted = fitting(name);
      if (fitted === nothing || fitted === only) continue;
      if (only !== nothing) return mergedItems(names);
      only = fitted;
    }
    return only.items;
  };
  const mergedItems = (names: readonly string[]): readonly T[] =>
    names
      .map((name) => fitting(name).found)
      .reduce(joined, none)
      .map(({ item }) => item);
  return {
    words: new Set(byLast.keys()),
    find,
  };
};
