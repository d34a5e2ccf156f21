import { isPublished, withKnownLicenses } from '@scangate/engines/license/known-licenses';
import type { Inventory } from '@scangate/engines/model/component';
import type { Coverage } from '@scangate/engines/model/coverage';
import type { LicenseData, LicenseSource, PackageVersion } from '#ports/license-source.ts';
import type { RunContext } from '#app/jobs/run-context.ts';

const keyOf = ({ ecosystem, name, version }: PackageVersion): string =>
  JSON.stringify([ecosystem, name, version]);

const packagesWithoutLicense = ({ components }: Inventory): Map<string, PackageVersion> =>
  new Map(
    components.filter(isPublished).map(({ ecosystem, name, version }) => {
      const asked = { ecosystem, name, version };
      return [keyOf(asked), asked];
    }),
  );

/**
 * Adds licenses that the lockfile does not state: from the license data, and where that has none from the source.
 * Each package is looked up once.
 */
export const enrichLicenses = async (
  read: Inventory,
  { data, source }: { data: LicenseData; source: LicenseSource },
  { now, signal }: RunContext,
): Promise<{ inventory: Inventory; gaps: Coverage['gaps'] }> => {
  const asked = packagesWithoutLicense(read);
  if (asked.size === 0) return { inventory: read, gaps: [] };
  const inventory = withKnownLicenses(read, await data.load([...asked.values()]));
  const unknown = packagesWithoutLicense(inventory);
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
