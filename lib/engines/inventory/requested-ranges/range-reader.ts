/**
 * The ranges that the packages of a lockfile request: by `name@version` of the package, then by name of the
 * dependency.
 */
export type RequestedRanges = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads the ranges of one lockfile format. @throws what its parser throws on a damaged text. */
export type RangeReader = (text: string) => RequestedRanges;
