import type { ComponentHash, DependencyScope } from '@scangate/engines/model/component';
import { hexHash } from '../hashes.ts';
import { formatPurl, parsePurl } from '@scangate/engines/purl/package-url';
import { packageFromPurl } from '@scangate/engines/purl/ecosystem-purl';
import { needsSource } from '@scangate/engines/distributions/advised-packages';
import {
  systemPackage,
  type SystemHints,
  type SystemName,
  type SystemPackage,
} from '@scangate/engines/distributions/system-package';
import type { FoundPackage } from '../lockfile-reader.ts';
import { isActionOfSyft, syftKind } from './github-action.ts';
import { asList, asText, member } from '../parse/untrusted-value.ts';

const scopes: ReadonlyMap<unknown, DependencyScope> = new Map([
  ['required', 'required'],
  ['optional', 'optional'],
  // Not part of the runtime: build, test and development dependencies.
  ['excluded', 'dev'],
]);

const developmentProperty = /^cdx:[a-z]{1,20}:package:development$/;

const scopeOf = (component: unknown): DependencyScope | undefined => {
  for (const property of asList(member(component, 'properties')))
    if (
      member(property, 'value') === 'true' &&
      developmentProperty.test(asText(member(property, 'name')) ?? '')
    )
      return 'dev';
  const scope = member(component, 'scope');
  return scope === undefined ? undefined : scopes.get(scope);
};

const licenseIn = (choice: unknown): string | undefined => {
  const license = member(choice, 'license');
  return (
    asText(member(choice, 'expression'), 2048) ??
    asText(member(license, 'id')) ??
    asText(member(license, 'name'))
  );
};

/**
 * Reads the license: one expression, or a list of licenses that all apply. Names without SPDX id stay as
 * written.
 */
const licenseOf = (component: unknown): string | undefined => {
  const choices = asList(member(component, 'licenses'));
  if (choices.length < 2) return licenseIn(choices[0]);
  const stated = new Set<string>();
  for (const choice of choices) {
    const text = licenseIn(choice);
    if (text !== undefined) stated.add(text);
  }
  const [first, ...more] = [...stated].slice(0, 50);
  if (first === undefined || more.length === 0) return first;
  return [first, ...more].map(asOperand).join(' AND ');
};

const noHashes: ComponentHash[] = [];

const asOperand = (license: string): string => (/\s/.test(license) ? `(${license})` : license);

const hashesOf = (component: unknown): ComponentHash[] => {
  const hashes = asList(member(component, 'hashes'));
  if (hashes.length === 0) return noHashes;
  return hashes.flatMap((hash) => {
    const [alg, content] = [asText(member(hash, 'alg')), asText(member(hash, 'content'))];
    return (alg && content && hexHash(alg, content)) || [];
  });
};

/**
 * Restores the spelling of a Go module from the component's name, or group and name, when its purl has been
 * lower-cased.
 */
const spelledAs = (name: string, own: string, group: string | undefined): string =>
  own === name
    ? name
    : ([own, `${group}/${own}`].find((each) => each.toLowerCase() === name.toLowerCase()) ?? name);

const propertyReader = (component: unknown): SystemHints['propertyOf'] => {
  return (name) => {
    const properties = asList(member(component, 'properties'));
    if (properties.length === 0) return undefined;
    const found = properties.find((property) => member(property, 'name') === name);
    return asText(member(found, 'value'));
  };
};

/** The name under which rpm lists the keys of repositories, which are built from no source package. */
const signingKey = 'gpg-pubkey';

const placeInSystem = (found: FoundPackage, place: SystemPackage): void => {
  if ('ecosystem' in place) found.ecosystem = place.ecosystem;
  else found.unassessed = place.gap;
  if (place.sourcePackage) found.sourcePackage = place.sourcePackage;
  else if (place.equalsSource || found.name === signingKey) return;
  else if (found.ecosystem && needsSource(found.ecosystem)) found.lacksSource = true;
};

/** Converts a CycloneDX component to a package; undefined when it has no name. */
export const packageFromComponent = (
  component: unknown,
  key: string,
  system?: SystemName,
): FoundPackage | undefined => {
  const own = asText(member(component, 'name'));
  const group = asText(member(component, 'group'));
  const stated = asText(member(component, 'purl'), 4096);
  const purl = stated === undefined ? undefined : parsePurl(stated);
  const repository = purl?.type === 'github' ? purl : undefined;
  const isAction = repository && isActionOfSyft(repository, propertyReader(component)(syftKind));
  const listed = repository ? { ...repository, type: 'githubactions' } : purl;
  const known = listed && packageFromPurl(listed);
  const ofSystem =
    purl && !known ? systemPackage(purl, { propertyOf: propertyReader(component), system }) : undefined;
  const spelled = known ? spelledAs(known.name, own ?? '', group) : own;
  const name = ofSystem && purl ? purl.name : spelled;
  if (name === undefined) return undefined;
  const version = ofSystem?.version ?? purl?.version ?? asText(member(component, 'version'));
  // Members are added one by one: an image may have a hundred thousand packages.
  const found: FoundPackage = {
    key,
    name: known || ofSystem || group === undefined ? name : `${group}/${name}`,
  };
  if (known) found.ecosystem = known.ecosystem;
  if (ofSystem) placeInSystem(found, ofSystem);
  if (purl && stated !== undefined) found.purl = isAction && listed ? formatPurl(listed) : stated;
  if (version) found.version = version;
  const scope = scopeOf(component);
  if (scope) found.scope = scope;
  const license = licenseOf(component);
  if (license !== undefined) found.license = license;
  const hashes = hashesOf(component);
  if (hashes.length > 0) found.hashes = hashes;
  return found;
};
