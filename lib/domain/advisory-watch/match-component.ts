import type { IndexedComponent } from './watch-records.ts';

/** Tells how the change of a package's advisories affects versions of it. */
interface ChangeMatcher {
  concerns(version: string): boolean;
  affecting(version: string): string[];
}

/** A package of a unit that is affected by changed advisories. */
export interface MatchedPackage {
  package: string;
  versions: string[];
  /** The changed advisories that affect one of the versions now; none when all of them were withdrawn. */
  advisories: string[];
}

/**
 * Matches the changed advisories of a package with a unit that uses it.
 * @returns undefined when none of them affects a used version, or affected it before.
 */
export const matchComponent = (
  item: IndexedComponent,
  matcher: ChangeMatcher,
): MatchedPackage | undefined => {
  if (item.removedAt !== undefined) return undefined;
  const used = [...new Set(item.uses.flatMap(({ version }) => version ?? []))];
  const versions = used.filter((version) => matcher.concerns(version));
  // Versions that are not kept may be affected.
  if (versions.length === 0 && !item.truncated) return undefined;
  const advisories = [...new Set(versions.flatMap((version) => matcher.affecting(version)))].sort();
  return { package: item.package, versions, advisories };
};
