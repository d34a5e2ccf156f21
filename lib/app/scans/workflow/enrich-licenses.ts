import type { Component, Inventory } from '@scangate/engines/model/component';
import type { Coverage } from '@scangate/engines/model/finding';
import type { LicenseSource, PackageVersion } from '#ports/license-source.ts';

type Unstated = Component & Omit<PackageVersion, 'name'>;

/** What a registry publishes. A purl with qualifiers is a package from elsewhere: that of the name is another one. */
const isPublished = (component: Component): component is Unstated =>
  component.license === undefined &&
  !component.local &&
  component.ecosystem !== undefined &&
  component.version !== undefined &&
  component.purl?.includes('?') !== true;

const keyOf = ({ ecosystem, name, version }: PackageVersion): string =>
  JSON.stringify([ecosystem, name, version]);

/** Fills in the licences that the lockfile does not state, where the source knows them. Each package is asked for once. */
export const enrichLicenses = async (
  inventory: Inventory,
  source: LicenseSource,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<{ inventory: Inventory; gaps: Coverage['gaps'] }> => {
  const wanted = new Map<string, PackageVersion>();
  for (const { ecosystem, name, version } of inventory.components.filter(isPublished))
    wanted.set(keyOf({ ecosystem, name, version }), { ecosystem, name, version });
  if (wanted.size === 0) return { inventory, gaps: [] };
  const { licenses, unanswered } = await source.lookup([...wanted.values()], now.toISOString(), signal);
  const known = new Map([...wanted.keys()].map((key, index) => [key, licenses[index]]));
  const components = inventory.components.map((component) => {
    const license = isPublished(component) ? known.get(keyOf(component)) : undefined;
    return license === undefined ? component : { ...component, license };
  });
  const gaps =
    unanswered > 0 ? [{ reason: 'the licence source could not be asked in time', count: unanswered }] : [];
  return { inventory: { ...inventory, components }, gaps };
};
