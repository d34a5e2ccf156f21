import type { Ecosystem, Inventory } from '../model/component.ts';
import type { Advisory } from '../model/advisory.ts';
import { packageName } from '../advisories/package-name.ts';

/** Lists the versions of a package that the unit has installed. */
export type InstalledVersions = (of: { ecosystem: Ecosystem; name: string }) => readonly string[];

/**
 * Returns a function that lists the versions of a package in the inventory: they exist and work with the
 * project.
 */
export const installedVersions = (inventory: Pick<Inventory, 'components'>): InstalledVersions => {
  const installed = new Map<string, Set<string>>();
  const keyOf = (ecosystem: Ecosystem, name: string): string =>
    `${ecosystem} ${packageName(ecosystem, name)}`;
  for (const { ecosystem, name, version } of inventory.components) {
    if (!ecosystem || version === undefined) continue;
    const key = keyOf(ecosystem, name);
    installed.set(key, (installed.get(key) ?? new Set()).add(version));
  }
  return ({ ecosystem, name }) => [...(installed.get(keyOf(ecosystem, name)) ?? [])];
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
