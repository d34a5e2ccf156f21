/** Half of a surrogate pair cannot be encoded in a request, so that texts of people are sent with U+FFFD in its place. */
export const wellFormed = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_name, inner: unknown) =>
    typeof inner === 'string' ? inner.toWellFormed() : inner,
  ) as T;
