import { posix } from 'node:path';
import type { SkippedFile } from '../model/source-files.ts';
import { codeOfOtherUnits } from './code-of-other-units.ts';
import { unitResolver } from './discover-units.ts';
import { gradleOfOtherUnits } from './gradle-of-other-units.ts';
import { mavenSettingsAbove } from './maven-settings.ts';

/** The files of one unit. */
export interface UnitFiles {
  /** Sorted paths relative to the root of the repository. */
  paths: string[];
  /**
   * The skipped files of the unit, the settings above it that would count, and patterns of code of other units, with
   * paths relative to the unit.
   */
  skipped: SkippedFile[];
  /** The paths of files of other units that are read for this one, too, and the same paths relative to the unit. */
  elsewhere: ReadonlyMap<string, string>;
  /** Makes a path of the unit relative to it. */
  relative(path: string): string;
}

/**
 * Assigns the files of a commit to its units; each file belongs to exactly one
 * (docs/adr/0015-scan-scope-and-units.md).
 * @param paths all files of the commit.  @param units all units of the commit.
 * @returns a lookup by the path of the unit.
 */
export const filesByUnit = <U extends { path: string }>(
  paths: Iterable<string>,
  skipped: readonly SkippedFile[],
  units: readonly U[],
): ((unit: U) => UnitFiles) => {
  const all = [...paths];
  const unitOf = unitResolver(all, units);
  const pathsByUnit = Map.groupBy(all, (path) => unitOf(path).path);
  const skippedByUnit = Map.groupBy(skipped, ({ path }) => unitOf(path).path);
  const codeOfOthers = codeOfOtherUnits(pathsByUnit);
  const gradleOfOthers = gradleOfOtherUnits(pathsByUnit);
  const settingsAbove = mavenSettingsAbove([...all, ...skipped.map(({ path }) => path)]);
  return ({ path: root }) => {
    const relative = (path: string): string => (root === '' ? path : path.slice(root.length + 1));
    const own = (pathsByUnit.get(root) ?? []).toSorted();
    const fromUnit = (path: string): string => posix.relative(`/${root}`, `/${path}`);
    const outside = settingsAbove(root, own).map((path) => ({
      path: fromUnit(path),
      reason: 'outside_unit' as const,
    }));
    const left = (skippedByUnit.get(root) ?? []).map((file) => ({ ...file, path: relative(file.path) }));
    const elsewhere = new Map(gradleOfOthers(root).map((path) => [path, fromUnit(path)]));
    return { paths: own, skipped: [...left, ...outside, ...codeOfOthers(root)], elsewhere, relative };
  };
};
