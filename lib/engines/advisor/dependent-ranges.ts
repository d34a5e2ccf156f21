import semver from 'semver';
import type { Component, Inventory } from '../model/component.ts';
import type { RequestedByFile } from '../model/assessed-unit.ts';
import type { RequestedRanges } from '../inventory/sources/requested-ranges.ts';

/** A dependent of a package with the range that it asks for. */
export interface DependentRange {
  /** Name with version. */
  dependent: string;
  range: string;
}

const label = ({ name, version }: Component): string => `${name}@${version ?? ''}`;

/** Indexes the ranges of each lockfile when a component of it is first asked for. */
const rangesByFile = (requested: RequestedByFile): ((file: string) => RequestedRanges | undefined) => {
  const stated = new Map(requested);
  const indexed = new Map<string, RequestedRanges>();
  return (file) => {
    const ranges = stated.get(file);
    if (!ranges) return undefined;
    const known =
      indexed.get(file) ?? new Map(ranges.map(([dependent, needs]) => [dependent, new Map(needs)]));
    indexed.set(file, known);
    return known;
  };
};

/**
 * Returns a function that lists the ranges in which the dependents of a component, other than the project itself,
 * ask for it. Only the lockfiles of npm and Yarn state them.
 */
export const dependentRanges = (
  { components }: Inventory,
  requested: RequestedByFile,
): ((component: Component) => DependentRange[]) => {
  const rangesOf = rangesByFile(requested);
  const dependents = new Map<string, Component[]>();
  for (const component of components) {
    for (const ref of component.dependsOn) {
      const known = dependents.get(ref);
      if (known) known.push(component);
      else dependents.set(ref, [component]);
    }
  }
  return ({ ref, name, file, ecosystem }) => {
    if (ecosystem !== 'npm') return [];
    const ranges = rangesOf(file);
    if (!ranges) return [];
    return (dependents.get(ref) ?? []).flatMap((dependent) => {
      const range = dependent.local ? undefined : ranges.get(label(dependent))?.get(name);
      return range === undefined ? [] : [{ dependent: label(dependent), range: range.replace(/^npm:/, '') }];
    });
  };
};

/** Returns whether a range of npm has a version; a range that is none, such as a URL, refuses nothing. */
export const accepts = ({ range }: DependentRange, version: string): boolean =>
  semver.validRange(range, { loose: true }) === null ||
  semver.satisfies(version, range, { loose: true, includePrerelease: true });
