import { rangeMatcher } from '@scangate/engines/ranges/ecosystem-ranges';
import { mavenOrder } from '@scangate/engines/versions/maven-order';

/** Returns whether a Maven version is a range that versions have to satisfy: `[1,2)`, `[1.0]`. */
export const isRange = (version: string): boolean => /^[[(]/.test(version);

/** Returns whether the newest version is requested, whichever it is. */
export const isNewest = (version: string): boolean => version === 'LATEST' || version === 'RELEASE';

/** Orders versions; those that cannot be ordered come first. */
export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [mavenOrder.parse(a), mavenOrder.parse(b)];
  if (left && right) return mavenOrder.compare(left, right);
  return Number(left !== undefined) - Number(right !== undefined);
};

/** Returns the test of a range; a malformed range contains nothing. */
export const insideOf = (range: string): ((version: string) => boolean) =>
  rangeMatcher('Maven', range) ?? (() => false);

/** Returns the versions that satisfy a range, the newest first. */
export const versionsIn = (range: string, versions: readonly string[]): string[] => {
  const isInside = insideOf(range);
  return versions.filter(isInside).sort((a, b) => compareVersions(b, a));
};

/** Returns the higher of two versions, of which either may be unknown. */
export const higherVersion = (a: string | undefined, b: string | undefined): string | undefined => {
  if (a === undefined || b === undefined) return a ?? b;
  return compareVersions(b, a) > 0 ? b : a;
};

/** Returns the newest version that satisfies a range, or the newest of all for `LATEST` and `RELEASE`. */
export const newestIn = (range: string, versions: readonly string[]): string | undefined => {
  if (isRange(range)) return versionsIn(range, versions)[0];
  const fitting = range === 'RELEASE' ? versions.filter((each) => !each.endsWith('-SNAPSHOT')) : versions;
  return fitting.toSorted((a, b) => compareVersions(b, a))[0];
};
