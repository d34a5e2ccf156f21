import { type Component, type Ecosystem, isDistribution } from '../model/component.ts';
import { packageName } from '../advisories/package-name.ts';
import { purlOf } from './ecosystem-purl.ts';
import { advisedEcosystems, advisedPackages } from '../distributions/advised-packages.ts';
import { formatPurl, parsePurl } from './package-url.ts';

/** A longer key does not belong to a package that people publish; the key of a record has room for it. */
const longestKey = 900;

const bounded = (key: string): string | undefined => (key.length <= longestKey ? key : undefined);

/** Returns the package URL without version that all spellings of a package's name share. */
export const keyOfPackage = (ecosystem: Ecosystem, name: string): string | undefined =>
  bounded(purlOf({ ecosystem, name: packageName(ecosystem, name) }));

/**
 * Returns the key of a component's package: its package URL without version, qualifiers and subpath.
 * @returns undefined for a component that is no published package.
 */
export const packageKeyOf = ({
  ecosystem,
  name,
  purl,
  local,
}: Pick<Component, 'ecosystem' | 'name' | 'purl' | 'local'>): string | undefined => {
  if (local) return undefined;
  if (ecosystem && !isDistribution(ecosystem)) return keyOfPackage(ecosystem, name);
  const parsed = purl === undefined ? undefined : parsePurl(purl);
  if (!parsed) return undefined;
  const { type, namespace, name: own } = parsed;
  return bounded(formatPurl({ type, name: own, ...(namespace !== undefined && { namespace }) }));
};

/**
 * Returns the keys and versions by which changed advisories find a component of a distribution, or one that they may list
 * under several ecosystems.
 */
export const advisedKeysOf = (component: Component): { key: string; version: string | undefined }[] =>
  component.ecosystem &&
  (isDistribution(component.ecosystem) || advisedEcosystems(component.ecosystem).length > 1)
    ? advisedPackages(component).flatMap(({ ecosystem, name, version }) => {
        const key = keyOfPackage(ecosystem, name);
        return key === undefined ? [] : [{ key, version }];
      })
    : [];
