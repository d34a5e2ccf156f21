/** Patterns of dotted names, found by their last segment (`rule.ts`, "PATTERNS"). */
export interface NameTable<T> {
  /** What belongs to the patterns that fit any of these names, each once, in the order they were given. */
  find(names: readonly string[]): readonly T[];
  /** Last segments, for a quick look whether a text holds any; undefined when a pattern ends in `*`. */
  readonly words: ReadonlySet<string>;
}

interface Compiled<T> {
  /** Last first; without the last segment. */
  before: readonly string[];
  anyBefore: boolean;
  order: number;
  item: T;
}

/** `a.{b,c}` → `a.b`, `a.c`. */
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

/** Both, in the order they were given; of what belongs to several the first. */
const joined = <T>(found: readonly Compiled<T>[], more: readonly Compiled<T>[]): readonly Compiled<T>[] => {
  if (more.length === 0) return found;
  const items = new Set(found.map(({ item }) => item));
  const fresh = more.filter(({ item }) => !items.has(item) && items.add(item));
  return [...found, ...fresh].toSorted((a, b) => a.order - b.order);
};

/** Most names of a file come again and again; what fits them is looked for once. */
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
