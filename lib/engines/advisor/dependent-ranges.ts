import semver from 'semver';
import type { Component, Inventory } from '../model/component.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { decodeText } from '../inventory/parse/decode-text.ts';
import { requestedRanges, type RequestedRanges } from '../inventory/sources/requested-ranges.ts';

/** A dependent of a package with the range that it asks for. */
export interface DependentRange {
  /** Name with version. */
  dependent: string;
  range: string;
}

const label = ({ name, version }: Component): string => `${name}@${version ?? ''}`;

const read = (files: SourceFiles, path: string): RequestedRanges | undefined => {
  if (!files.entries.some((entry) => entry.path === path)) return undefined;
  try {
    return requestedRanges(path, decodeText(files.read(path)));
  } catch {
    // A lockfile that cannot be read is a gap of the inventory.
    return undefined;
  }
};

/**
 * Returns a function that lists the ranges in which the dependents of a component, other than the project itself,
 * ask for it. Only the lockfiles of npm and Yarn state them; a file is read when first asked for.
 */
export const dependentRanges = (
  { components }: Inventory,
  files: SourceFiles,
): ((component: Component) => DependentRange[]) => {
  const byFile = new Map<string, RequestedRanges | undefined>();
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
    if (!byFile.has(file)) byFile.set(file, read(files, file));
    const ranges = byFile.get(file);
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
