import type { ComponentHash, DependencyScope, Ecosystem } from '@scangate/engines/model/component';
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
import { asList, asText, member, type Table } from '../parse/untrusted-value.ts';

const scopes: ReadonlyMap<unknown, DependencyScope> = new Map([
  ['required', 'required'],
  ['optional', 'optional'],
  // Not part of the runtime: build, test and development dependencies.
  ['excluded', 'dev'],
]);

const developmentProperty = /^cdx:[a-z]{1,20}:package:development$/;

const scopeOf = (component: Table): DependencyScope | undefined => {
  for (const property of asList(component['properties']))
    if (
      member(property, 'value') === 'true' &&
      developmentProperty.test(asText(member(property, 'name')) ?? '')
    )
      return 'dev';
  const scope = component['scope'];
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
const licenseOf = (component: Table): string | undefined => {
  const choices = asList(component['licenses']);
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

const hashesOf = (component: Table): ComponentHash[] => {
  const hashes = asList(component['hashes']);
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
    ? own
    : ([own, `${group}/${own}`].find((each) => each.toLowerCase() === name.toLowerCase()) ?? name);

const propertyReader = (component: Table): SystemHints['propertyOf'] => {
  return (name) => {
    const properties = asList(component['properties']);
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

/** The members that nearly all packages have. */
interface UsualMembers {
  key: string;
  name: string;
  ecosystem: Ecosystem | undefined;
  purl: string | undefined;
  version: string | undefined;
}

/**
 * Begins a package. Members that are written together take half the time and memory of those that are added, and an image may have a
 * hundred thousand packages.
 */
const newPackage = ({ key, name, ecosystem, purl, version }: UsualMembers): FoundPackage => {
  if (ecosystem && purl !== undefined && version) return { key, name, ecosystem, purl, version };
  const found: FoundPackage = { key, name };
  if (ecosystem) found.ecosystem = ecosystem;
  if (purl !== undefined) found.purl = purl;
  if (version) found.version = version;
  return found;
};

const ecosystemIn = (place: SystemPackage | undefined): Ecosystem | undefined =>
  place && 'ecosystem' in place ? place.ecosystem : undefined;

/**
 * Converts a CycloneDX component to a package; undefined when it has no name.
 * @param component its members. No object inherits any that is read here, so that they need not be its own.
 */
export const packageFromComponent = (
  component: Table,
  key: string,
  system?: SystemName,
): FoundPackage | undefined => {
  const own = asText(component['name']);
  const group = asText(component['group']);
  const stated = asText(component['purl'], 4096);
  const purl = stated === undefined ? undefined : parsePurl(stated);
  const repository = purl?.type === 'github' ? purl : undefined;
  const isAction = repository && isActionOfSyft(repository, propertyReader(component)(syftKind));
  const listed = repository ? { ...repository, type: 'githubactions' } : purl;
  const known = listed && packageFromPurl(listed);
  const ofSystem =
    purl && !known ? systemPackage(purl, { propertyOf: propertyReader(component), system }) : undefined;
  const spelled = known ? spelledAs(known.name, own ?? '', group) : own;
  const plain = ofSystem && purl ? purl.name : spelled;
  if (plain === undefined) return undefined;
  const name = known || ofSystem || group === undefined ? plain : `${group}/${plain}`;
  const version = ofSystem?.version ?? purl?.version ?? asText(component['version']);
  const address = isAction && listed ? formatPurl(listed) : stated;
  const found = newPackage({
    key,
    name,
    ecosystem: known?.ecosystem ?? ecosystemIn(ofSystem),
    purl: purl && address,
    version,
  });
  if (ofSystem) placeInSystem(found, ofSystem);
  const scope = scopeOf(component);
  if (scope) found.scope = scope;
  const license = licenseOf(component);
  if (license !== undefined) found.license = license;
  const hashes = hashesOf(component);
  if (hashes.length > 0) found.hashes = hashes;
  return found;
};
