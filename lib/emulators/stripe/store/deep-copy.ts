/** Copies plain data deeply; it is many times as fast as structuredClone. */
export const deepCopy = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(deepCopy) as T;
  // A spread keeps a field named __proto__ a field, so that the assignment below cannot change the prototype.
  const copy = { ...value } as Record<string, unknown>;
  for (const name in copy) {
    const inner = copy[name];
    if (typeof inner === 'object' && inner !== null) copy[name] = deepCopy(inner);
  }
  return copy as T;
};
