/** An object of a document that has not been validated yet. */
export type Json = Readonly<Record<string, unknown>>;

/** Returns the members of an object; none for anything else. */
export const membersOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** Returns the objects of a list; none for anything else. */
export const objectsOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.map(membersOf) : [];
