import type { Component, Ecosystem, Inventory } from '../model/component.ts';
import { packageName } from '../advisories/package-name.ts';
import {
  runsByName,
  licenseInRuns,
  type KnownLicense,
  type LicenseRun,
  type LicenseTable,
} from './license-runs.ts';

type Json = { default: LicenseTable };

/** The built-in tables, each loaded when the first unit of its ecosystem needs it. */
const tables: Partial<Record<Ecosystem, () => Promise<Json>>> = {
  npm: async () => import('./data/npm.json', { with: { type: 'json' } }),
  PyPI: async () => import('./data/pypi.json', { with: { type: 'json' } }),
  'crates.io': async () => import('./data/crates.json', { with: { type: 'json' } }),
  RubyGems: async () => import('./data/rubygems.json', { with: { type: 'json' } }),
  Go: async () => import('./data/go.json', { with: { type: 'json' } }),
  Maven: async () => import('./data/maven.json', { with: { type: 'json' } }),
  NuGet: async () => import('./data/nuget.json', { with: { type: 'json' } }),
};

const loaded = new Map<Ecosystem, Map<string, LicenseRun[]>>();

const runsOfEcosystem = async (ecosystem: Ecosystem): Promise<ReadonlyMap<string, LicenseRun[]>> => {
  const known = loaded.get(ecosystem);
  if (known) return known;
  const table = await tables[ecosystem]?.();
  const runs = runsByName(table?.default ?? {});
  loaded.set(ecosystem, runs);
  return runs;
};

type Published = Component & Required<Pick<Component, 'ecosystem' | 'version'>>;

/**
 * Whether a registry may know the license of a component that states none. A purl with qualifiers is a package from
 * elsewhere, and the registry's package of that name is another one.
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

/** Adds licenses that no lockfile states from the built-in data set (docs/adr/0020-license-policy.md). */
export const withKnownLicenses = async (inventory: Inventory): Promise<Inventory> => {
  const published = inventory.components.filter(isPublished);
  const ecosystems = [...new Set(published.map(({ ecosystem }) => ecosystem))];
  const runs = new Map(
    await Promise.all(ecosystems.map(async (each) => [each, await runsOfEcosystem(each)] as const)),
  );
  const components = inventory.components.map((component) => {
    if (!isPublished(component)) return component;
    const { ecosystem, name, version } = component;
    const found = runs.get(ecosystem)?.get(packageName(ecosystem, name));
    return withLicense(component, found && licenseInRuns(found, ecosystem, version));
  });
  return { ...inventory, components };
};
