import type { Ecosystem, Inventory } from '../model/component.ts';
import type { Advisory } from '../model/advisory.ts';
import { packageName } from '../advisories/package-name.ts';

/** Lists the versions of a package that the unit has installed. */
export type InstalledVersions = (of: { ecosystem: Ecosystem; name: string }) => readonly string[];

/**
 * Returns a function that lists the versions of a package in the inventory: they exist and work with the
 * project. The packages of an ecosystem are indexed when one of them is asked for.
 */
export const installedVersions = ({ components }: Pick<Inventory, 'components'>): InstalledVersions => {
  const indexes = new Map<Ecosystem, ReadonlyMap<string, Versions>>();
  return ({ ecosystem, name }) => {
    const index = indexes.get(ecosystem) ?? indexOf(ecosystem, components);
    indexes.set(ecosystem, index);
    const found = index.get(packageName(ecosystem, name)) ?? [];
    return typeof found === 'string' ? [found] : [...found];
  };
};

/** Nearly all packages are installed in one version, which needs no set. */
type Versions = string | Set<string>;

const indexOf = (wanted: Ecosystem, components: Inventory['components']): ReadonlyMap<string, Versions> => {
  const installed = new Map<string, Versions>();
  for (const { ecosystem, name, version } of components) {
    if (ecosystem !== wanted || version === undefined) continue;
    const key = packageName(ecosystem, name);
    const known = installed.get(key);
    if (known === undefined) installed.set(key, version);
    else if (typeof known !== 'string') known.add(version);
    else if (known !== version) installed.set(key, new Set([known, version]));
  }
  return installed;
};

/** Lists the fixes that an advisory names; for an unpublished one, the next published version. */
export const publishedFixes = ({ ranges, unpublished }: Pick<Advisory, 'ranges' | 'unpublished'>): string[] =>
  ranges.flatMap(({ fixed }) => (fixed === undefined ? [] : (unpublished?.get(fixed) ?? fixed) || []));

/**
 * Lists the versions of a package that are known to exist: the fixes and single versions that its advisories name,
 * and the installed ones. Other bounds of ranges need not exist.
 */
export const knownVersions = (
  advisories: readonly Pick<Advisory, 'ranges' | 'versions' | 'unpublished'>[],
  installed: readonly string[],
): string[] => {
  const fixes = advisories.flatMap(publishedFixes);
  return [...new Set([...fixes, ...advisories.flatMap(({ versions }) => versions), ...installed])];
};
