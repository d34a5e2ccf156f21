/** Returns whether two values differ, compared as JSON. */
export const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** The names of the fields in which two records differ. */
export const changedFields = <T extends object>(before: T, after: T): (keyof T & string)[] => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof T & string>;
  return [...names].filter((name) => differs(before[name], after[name]));
};

/** The fields of an update that turns one record into another: those to set, and those to remove. */
export const updateFields = <T extends object>(
  before: T,
  after: T,
): { set: Partial<T>; unset?: (keyof T & string)[] } => {
  const changed = changedFields(before, after);
  const unset = changed.filter((name) => after[name] === undefined);
  const set = changed.filter((name) => after[name] !== undefined).map((name) => [name, after[name]]);
  return { set: Object.fromEntries(set) as Partial<T>, ...(unset.length > 0 && { unset }) };
};
