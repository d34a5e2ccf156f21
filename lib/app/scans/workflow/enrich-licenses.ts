import type { Component, Inventory } from '@scangate/engines/model/component';
import type { Coverage } from '@scangate/engines/model/finding';
import type { LicenseSource, PackageVersion } from '#ports/license-source.ts';
import type { RunContext } from '#app/jobs/run-context.ts';

type UnlicensedComponent = Component & Omit<PackageVersion, 'name'>;

/**
 * Whether a registry may know the license of a component that states none. A purl with qualifiers is a package from
 * elsewhere, and the registry's package of that name is another one.
 */
const isPublished = (component: Component): component is UnlicensedComponent =>
  component.license === undefined &&
  !component.local &&
  component.ecosystem !== undefined &&
  component.version !== undefined &&
  component.purl?.includes('?') !== true;

const keyOf = ({ ecosystem, name, version }: PackageVersion): string =>
  JSON.stringify([ecosystem, name, version]);

/** Adds licenses that the lockfile does not state, where the source knows them. Each package is looked up once. */
export const enrichLicenses = async (
  inventory: Inventory,
  source: LicenseSource,
  { now, signal }: RunContext,
): Promise<{ inventory: Inventory; gaps: Coverage['gaps'] }> => {
  const unknown = new Map<string, PackageVersion>();
  for (const { ecosystem, name, version } of inventory.components.filter(isPublished))
    unknown.set(keyOf({ ecosystem, name, version }), { ecosystem, name, version });
  if (unknown.size === 0) return { inventory, gaps: [] };
  const { licenses, unanswered } = await source.lookup([...unknown.values()], now.toISOString(), signal);
  const found = new Map([...unknown.keys()].map((key, index) => [key, licenses[index]]));
  const components = inventory.components.map((component) => {
    const license = isPublished(component) ? found.get(keyOf(component)) : undefined;
    return license === undefined ? component : { ...component, license };
  });
  const gaps =
    unanswered > 0 ? [{ reason: 'the license source did not answer in time', count: unanswered }] : [];
  return { inventory: { ...inventory, components }, gaps };
};
