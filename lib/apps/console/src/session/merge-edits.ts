/** A field that two people edited, from the version that both began with. */
export interface EditedField<T, N extends keyof T = keyof T> {
  name: N;
  base: T[N];
  mine: T[N];
  theirs: T[N];
  /** The people who changed it; both means to different values. */
  changedBy: 'me' | 'them' | 'both';
}

interface Versions<T> {
  /** The version that the form was opened with. */
  base: T;
  mine: T;
  /** The version that the service has now. */
  theirs: T;
}

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

const isSame = (a: unknown, b: unknown): boolean =>
  a === b ||
  JSON.stringify(a, (_key, value) => sorted(value)) === JSON.stringify(b, (_key, value) => sorted(value));

const changerOf = <V>({ base, mine, theirs }: Versions<V>): EditedField<never>['changedBy'] | undefined => {
  const [byMe, byThem] = [!isSame(mine, base), !isSame(theirs, base)];
  if (byMe && byThem) return isSame(mine, theirs) ? undefined : 'both';
  if (byMe) return 'me';
  return byThem ? 'them' : undefined;
};

/** The fields that differ between two edits of one version, as far as a person must know of them. */
export const compareEdits = <T extends object>({ base, mine, theirs }: Versions<T>): EditedField<T>[] => {
  const names = [
    ...new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)]),
  ] as (keyof T)[];
  return names.flatMap((name) => {
    const values = { base: base[name], mine: mine[name], theirs: theirs[name] };
    const changedBy = changerOf(values);
    return changedBy ? [{ name, ...values, changedBy }] : [];
  });
};

/** Merges what is sent again with the new version: my values where I changed something, theirs everywhere else. */
export const mergeEdits = <T extends object>(versions: Versions<T>): T =>
  compareEdits(versions).reduce<T>(
    (merged, { name, mine, changedBy }) => (changedBy === 'them' ? merged : { ...merged, [name]: mine }),
    versions.theirs,
  );
