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
export const expand = (pattern: string): string[] => {
  const found = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern);
  if (!found) return [pattern];
  const [, before = '', among = '', after = ''] = found;
  return among.split(',').flatMap((one) => expand(before + one.trim() + after));
};

const fits = ({ before, anyBefore }: Compiled<unknown>, segments: readonly string[]): boolean => {
  const count = segments.length - 1;
  if (anyBefore ? count <= before.length : count !== before.length) return false;
  return before.every((segment, index) => segment === '*' || segment === segments[count - 1 - index]);
};

export const nameTable = <T>(entries: readonly { patterns: readonly string[]; item: T }[]): NameTable<T> => {
  const byLast = new Map<string, Compiled<T>[]>();
  let order = 0;
  for (const { patterns, item } of entries)
    for (const pattern of patterns.flatMap(expand)) {
      const segments = pattern.split('.');
      const last = segments.pop() ?? '';
      const anyBefore = segments[0] === '*';
      const before = (anyBefore ? segments.slice(1) : segments).toReversed();
      const known = byLast.get(last) ?? [];
      known.push({ before, anyBefore, order: (order += 1), item });
      byLast.set(last, known);
    }
  const none: readonly T[] = [];
  const wild = byLast.get('*') ?? [];
  return {
    words: new Set(byLast.keys()),
    find: (names) => {
      let found: Compiled<T>[] | undefined;
      for (const name of names) {
        const last = name.slice(name.lastIndexOf('.') + 1);
        const candidates = byLast.get(last);
        if (candidates === undefined && wild.length === 0) continue;
        const segments = name.split('.');
        for (const candidate of [...(candidates ?? []), ...wild])
          if (fits(candidate, segments) && !found?.some(({ item }) => item === candidate.item))
            (found ??= []).push(candidate);
      }
      return found === undefined ? none : found.sort((a, b) => a.order - b.order).map(({ item }) => item);
    },
  };
};
