/** The ranges that the packages of a lockfile ask for: by `name@version` of the package, by name of what it needs. */
export type RequestedRanges = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads the ranges of one lockfile format. @throws what its parser throws on a damaged text. */
export type RangeReader = (text: string) => RequestedRanges;
