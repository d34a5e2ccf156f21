import type { Component, Inventory } from '../model/component.ts';
import type { KnownLicense, LicenseIndex } from '../model/license-data.ts';

type Published = Component & Required<Pick<Component, 'ecosystem' | 'version'>>;

/**
 * Whether a registry may know the license of a component that states none. A purl with qualifiers is a package from
 * elsewhere, so the registry's package of that name is a different one.
 */
export const isPublished = (component: Component): component is Published =>
  component.license === undefined &&
  !component.local &&
  component.ecosystem !== undefined &&
  component.version !== undefined &&
  component.purl?.includes('?') !== true;

const withLicense = (component: Component, known: KnownLicense | undefined): Component => {
  if (!known) return component;
  return known.isCertain
    ? { ...component, license: known.license, licenseFrom: 'data-set' }
    : { ...component, likelyLicense: known.license };
};

/** Adds licenses that no lockfile states from the license data (docs/adr/0020-license-policy.md). */
export const withKnownLicenses = (inventory: Inventory, { lookup, snapshot }: LicenseIndex): Inventory => ({
  ...inventory,
  ...(snapshot && { licenseData: snapshot }),
  components: inventory.components.map((component) => {
    if (!isPublished(component)) return component;
    const { ecosystem, name, version } = component;
    return withLicense(component, lookup(ecosystem, name, version));
  }),
});
