/** An object of a document that is not checked yet. */
export type Json = Readonly<Record<string, unknown>>;

/** The members of an object; none of anything else. */
export const membersOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** The objects of a list; none of anything else. */
export const objectsOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.map(membersOf) : [];
