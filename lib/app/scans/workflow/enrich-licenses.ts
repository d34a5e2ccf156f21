import { isPublished, withKnownLicenses } from '@scangate/engines/license/known-licenses';
import type { Inventory } from '@scangate/engines/model/component';
import type { Coverage } from '@scangate/engines/model/finding';
import type { LicenseSource, PackageVersion } from '#ports/license-source.ts';
import type { RunContext } from '#app/jobs/run-context.ts';

const keyOf = ({ ecosystem, name, version }: PackageVersion): string =>
  JSON.stringify([ecosystem, name, version]);

/**
 * Adds licenses that the lockfile does not state: from the built-in data set, and where that is silent from the source.
 * Each package is looked up once.
 */
export const enrichLicenses = async (
  read: Inventory,
  source: LicenseSource,
  { now, signal }: RunContext,
): Promise<{ inventory: Inventory; gaps: Coverage['gaps'] }> => {
  const inventory = await withKnownLicenses(read);
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
