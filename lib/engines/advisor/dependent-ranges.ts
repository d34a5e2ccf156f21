import type { Component, Ecosystem, Inventory } from '../model/component.ts';
import type { RequestedByFile } from '../model/assessed-unit.ts';
import type { RequestedRanges } from '../inventory/requested-ranges/range-reader.ts';
import { meetsRange } from '../ranges/ecosystem-ranges.ts';

/** A dependent of a package with the range that it requests. */
export interface DependentRange {
  ecosystem: Ecosystem;
  /** Name with version. */
  dependent: string;
  range: string;
}

const label = ({ name, version }: Component): string => `${name}@${version ?? ''}`;

/** Indexes the ranges of each lockfile when one of its components is first looked up. */
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

/** Composer and NuGet ignore the case of names. */
const askedFor = (ranges: ReadonlyMap<string, string> | undefined, name: string): string | undefined =>
  ranges?.get(name) ?? ranges?.get(name.toLowerCase());

/**
 * Returns a function that lists the ranges in which the dependents of a component, other than the project itself,
 * request it, where the lockfile states them.
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
    if (!ecosystem) return [];
    const ranges = rangesOf(file);
    if (!ranges) return [];
    return (dependents.get(ref) ?? []).flatMap((dependent) => {
      const range = dependent.local ? undefined : askedFor(ranges.get(label(dependent)), name);
      return range === undefined ? [] : [{ ecosystem, dependent: label(dependent), range }];
    });
  };
};

/** Returns whether a range allows a version; anything that is not a range, such as a URL, refuses nothing. */
export const accepts = ({ ecosystem, range }: DependentRange, version: string): boolean =>
  meetsRange(ecosystem, range, version) !== false;
