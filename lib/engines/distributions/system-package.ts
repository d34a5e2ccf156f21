import type { SourcePackage } from '../model/component.ts';
import type { PackageUrl } from '../purl/package-url.ts';
import { releaseOfSystem, type SystemRelease } from './release-of-system.ts';

/** The properties of an SBOM component apart from its package URL. */
export interface SystemHints {
  /** The operating system that the whole document is about, if it names one. */
  system?: SystemName | undefined;
  /** Reads a property of the component. */
  propertyOf(name: string): string | undefined;
}

export interface SystemName {
  id: string;
  release: string;
}

/** A package of a distribution as its advisories identify it. */
export type SystemPackage = SystemRelease & {
  version?: string;
  /** Its source package, where that has another name or version. */
  sourcePackage?: SourcePackage;
  /** Set where its source package is stated, and has the same name and version. */
  equalsSource?: true;
};

const types: ReadonlySet<string> = new Set(['deb', 'apk', 'rpm']);

/**
 * Names of systems end with their release: `opensuse-leap-15.5`, `debian-11`; trivy gives only the release for
 * Alpine.
 */
const systemIn = (distro: string, namespace: string): SystemName => {
  if (/^v?\d/.test(distro)) return { id: namespace, release: distro };
  const [, id = distro, release = ''] = /^(.{1,60}?)-(v?\d[\w.-]{0,40})$/.exec(distro) ?? [];
  return { id, release };
};

const ofDistroName = (name: string): string | undefined =>
  /^(?:[a-z]+-)?([a-z]+|v?\d[\w.]{0,20})$/.exec(name)?.[1];

const systemOf = ({ namespace = '', qualifiers = {} }: PackageUrl, hints: SystemHints): SystemName => {
  const { distro, distro_name: name } = qualifiers;
  const stated = distro === undefined ? undefined : systemIn(distro, namespace);
  if (stated && stated.release !== '') return stated;
  const fromName = name === undefined ? undefined : ofDistroName(name);
  if (fromName !== undefined) return { id: namespace, release: fromName };
  // Debian's testing and Wolfi state no number.
  if (stated && !hints.system) return codeNamed(stated, namespace);
  return hints.system ?? { id: namespace, release: '' };
};

/** `distro=bullseye` and `distro=debian-bullseye` name a release of the namespace. */
const codeNamed = ({ id }: SystemName, namespace: string): SystemName => {
  if (id === namespace || namespace === '') return { id, release: '' };
  const isPrefixed = id.startsWith(`${namespace}-`);
  return { id: namespace, release: isPrefixed ? id.slice(namespace.length + 1) : id };
};

const sourceRpm = /^(.{1,300})-([^-]{1,100})-([^-]{1,100})\.(?:no)?src\.rpm$/;

const withEpoch = (version: string, epoch: string | undefined): string =>
  epoch === undefined || !/^[1-9]\d{0,9}$/.test(epoch) || /^\d+:/.test(version)
    ? version
    : `${epoch}:${version}`;

/** Reads syft's `upstream`: `openssl`, `gcc-defaults@1.185`, or the name of a source RPM. */
const upstreamIn = (upstream: string, epoch: string | undefined): SourcePackage => {
  const [, name, version, release] = (upstream.endsWith('src.rpm') && sourceRpm.exec(upstream)) || [];
  if (name !== undefined) return { name, version: withEpoch(`${version}-${release}`, epoch) };
  const at = upstream.includes('@') ? upstream.lastIndexOf('@') : -1;
  return at > 0 ? { name: upstream.slice(0, at), version: upstream.slice(at + 1) } : { name: upstream };
};

/** Reads syft's properties. */
const sourceOfSyft = ({ propertyOf }: SystemHints): SourcePackage | undefined => {
  const origin = propertyOf('syft:metadata:originPackage');
  if (origin !== undefined) return { name: origin };
  const [name, version] = [propertyOf('syft:metadata:source'), propertyOf('syft:metadata:sourceVersion')];
  return name === undefined ? undefined : { name, ...(version !== undefined && { version }) };
};

/** Reads trivy's properties. */
const sourceOfTrivy = ({ propertyOf }: SystemHints): SourcePackage | undefined => {
  const of = (key: string): string => propertyOf(`aquasecurity:trivy:${key}`) ?? '';
  const name = of('SrcName');
  if (name === '') return undefined;
  const [version, release, epoch] = [of('SrcVersion'), of('SrcRelease'), of('SrcEpoch')];
  const full = release === '' ? version : `${version}-${release}`;
  return { name, ...(version !== '' && { version: withEpoch(full, epoch) }) };
};

const sourceOf = (purl: PackageUrl, hints: SystemHints): SourcePackage | undefined => {
  const { upstream, epoch } = purl.qualifiers ?? {};
  return upstream ? upstreamIn(upstream, epoch) : (sourceOfTrivy(hints) ?? sourceOfSyft(hints));
};

/** Returns a source package in as far as it differs from the package that was built from it. */
const otherThan = (
  { name }: PackageUrl,
  version: string | undefined,
  source: SourcePackage,
): SourcePackage | undefined => {
  const hasOwnVersion = source.version !== undefined && source.version !== version;
  if (source.name === name && !hasOwnVersion) return undefined;
  return hasOwnVersion || source.version === undefined ? source : { name: source.name };
};

/** The names that tell the release of a package. */
interface ReleaseNames {
  namespace: string | undefined;
  distro: string | undefined;
  distroName: string | undefined;
  system: SystemName | undefined;
}

let last: { names: ReleaseNames; release: SystemRelease } | undefined;

/** Returns the release of a package. All packages of an image have the same, which is only looked up for the first. */
const releaseOf = (purl: PackageUrl, hints: SystemHints): SystemRelease => {
  const { namespace, qualifiers } = purl;
  const [distro, distroName] = [qualifiers?.['distro'], qualifiers?.['distro_name']];
  const { system } = hints;
  const isSame =
    last !== undefined &&
    last.names.distro === distro &&
    last.names.namespace === namespace &&
    last.names.distroName === distroName &&
    last.names.system === system;
  if (last && isSame) return last.release;
  const { id, release: number } = systemOf(purl, hints);
  const release = releaseOfSystem(id, number);
  last = { names: { namespace, distro, distroName, system }, release };
  return release;
};

/** Packages that Ubuntu Pro patched belong to a channel of their own. */
const proChannel = (found: SystemRelease, version: string | undefined): SystemRelease => {
  if (!version?.includes('esm') || !('ecosystem' in found) || !/[+~]esm\d/.test(version)) return found;
  const [, release] = /^Ubuntu:(\d+\.\d+)$/.exec(found.ecosystem) ?? [];
  return release === undefined ? found : { ecosystem: `Ubuntu:Pro:${release}` };
};

/**
 * Reads a package of an operating system from its package URL, as syft, trivy and cdxgen write it.
 * @returns undefined for a package URL of another kind.
 */
export const systemPackage = (purl: PackageUrl, hints: SystemHints): SystemPackage | undefined => {
  if (!types.has(purl.type)) return undefined;
  const version = purl.version && withEpoch(purl.version, purl.qualifiers?.['epoch']);
  const source = sourceOf(purl, hints);
  const other = source && otherThan(purl, version, source);
  const release = proChannel(releaseOf(purl, hints), version);
  // Nearly all packages of an image are written whole, which takes half the time.
  if ('ecosystem' in release && version && other)
    return { ecosystem: release.ecosystem, version, sourcePackage: other };
  const found: SystemPackage = { ...release };
  if (version) found.version = version;
  if (other) found.sourcePackage = other;
  else if (source) found.equalsSource = true;
  return found;
};
