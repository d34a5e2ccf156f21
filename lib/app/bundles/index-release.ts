import { releaseUnitKey } from '@scangate/domain/bundles/release-unit';
import type { ComponentUse, Inventory, PackageUses } from '@scangate/engines/model/component';
import { packageKeyOf } from '@scangate/engines/purl/package-key';
import { indexUnit, type IndexUnitPorts } from '../components/index-unit.ts';
import type { ReleaseFolder } from './release-objects.ts';

/** The versions of each package of a release, by package URL without version; `null` for one without. */
export type ReleasedPackages = Map<string, Set<string | null>>;

/** Far above any real product; bounds an item. */
const maxVersions = 100;

/** Adds the packages of a unit to those of its release. */
export const addPackages = (packages: ReleasedPackages, { components }: Inventory): void => {
  for (const component of components) {
    const name = packageKeyOf(component);
    if (name === undefined) continue;
    packages.set(name, (packages.get(name) ?? new Set()).add(component.version ?? null));
  }
};

const useOf = (version: string | null): ComponentUse => ({
  ...(version !== null && { version }),
  scope: 'required',
  direct: false,
  file: '',
  path: [],
});

const usesOf = (versions: ReadonlySet<string | null>): PackageUses => ({
  uses: [...versions].toSorted().slice(0, maxVersions).map(useOf),
  ...(versions.size > maxVersions && { truncated: true }),
});

/**
 * Writes the packages of a release to the component index, so that the watch finds it. This happens before the
 * release exists: packages of a release that was never published are found, but without effect.
 */
export const indexRelease = (
  { release, packages }: { release: ReleaseFolder; packages: ReleasedPackages },
  ports: IndexUnitPorts,
  at: string,
): Promise<void> =>
  indexUnit(
    undefined,
    {
      key: releaseUnitKey(release),
      scan: { scanId: release.releaseVersion, followed: 1 },
      entries: new Map([...packages].map(([name, versions]) => [name, usesOf(versions)])),
    },
    { ports, at },
  );
