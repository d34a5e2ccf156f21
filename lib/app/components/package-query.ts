import type { Ecosystem } from '@scangate/engines/model/component';
import { packageFromPurl } from '@scangate/engines/purl/ecosystem-purl';
import { packageKeyOf } from '@scangate/engines/purl/package-key';
import { formatPurl, parsePurl } from '@scangate/engines/purl/package-url';
import { rangeMatcher } from '@scangate/engines/ranges/ecosystem-ranges';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';
import { Problem } from '@scangate/domain/problem';
import type { ComponentUse } from '@scangate/engines/model/component';

/** A package that is looked up in the component index. */
interface PackageQuery {
  /** Its package URL without version. */
  package: string;
  /** Returns whether a use has the requested version, or one in the requested range. */
  matches(use: ComponentUse): boolean;
}

const refused = (detail: string): Problem => new Problem('invalid_query', { detail: `purl: ${detail}` });

const everyVersion = (): boolean => true;

/** Equal versions may be written in more than one way (`1.0` and `1.0.0` in Python). */
const exactVersion = (ecosystem: Ecosystem | undefined, version: string): PackageQuery['matches'] => {
  const order = ecosystem && versionOrder(ecosystem);
  const asked = order?.parse(version);
  return ({ version: used }) => {
    if (used === undefined) return false;
    if (used === version) return true;
    const parsed = order?.parse(used);
    return (
      order !== undefined && asked !== undefined && parsed !== undefined && order.compare(asked, parsed) === 0
    );
  };
};

const versionMatcher = (ecosystem: Ecosystem | undefined, version: string): PackageQuery['matches'] => {
  if (version === '') return everyVersion;
  if (!/[\s<>=!~^*|,[\]()]/.test(version)) return exactVersion(ecosystem, version);
  if (!ecosystem) throw refused('A version range needs an ecosystem with advisories; name one version.');
  const isInside = rangeMatcher(ecosystem, version);
  if (!isInside) throw refused(`This is not a version range of ${ecosystem}.`);
  return ({ version: used }) => used !== undefined && isInside(used);
};

/**
 * Parses a query: a package URL without version, with one, or with a range of versions in the notation of its
 * ecosystem.
 * @throws Problem invalid_query for a text that names no package, or has wildcards.
 */
export const readPackageQuery = (text: string): PackageQuery => {
  const purl = parsePurl(text.trim());
  if (!purl) throw refused('This is not a package URL, such as pkg:npm/lodash or pkg:npm/lodash@4.17.20.');
  const { type, namespace, name, version = '' } = purl;
  if ([type, namespace, name].some((part) => part?.includes('*')))
    throw refused('Wildcards are not supported; name one package.');
  const known = packageFromPurl(purl);
  const key = packageKeyOf(known ? { ...known } : { name, purl: formatPurl(purl) });
  if (key === undefined) throw refused('This is not the package URL of a published package.');
  return { package: key, matches: versionMatcher(known?.ecosystem, version) };
};
