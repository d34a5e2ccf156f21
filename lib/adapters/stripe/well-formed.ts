/** Puts U+FFFD in place of each half of a surrogate pair, at any depth. */
const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, wellFormed(inner)]));
};

/** Makes each call send well-formed Unicode, whoever wrote the text: half of a surrogate pair cannot be encoded in a request. */
export const withWellFormedTexts = <Calls extends object>(calls: Calls): Calls =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]: [string, (...given: unknown[]) => unknown]) => [
      name,
      (...given: unknown[]) => call(...given.map(wellFormed)),
    ]),
  ) as Calls;
