import { asciiClass, consistsOf, endOfClass } from '@scangate/engines/text/ascii-class';
import { packageName } from '@scangate/engines/advisories/package-name';
import { publicUrl, vcsUrl } from '../package-address.ts';
import type { FoundPackage } from '../lockfile-reader.ts';
import type { Pin } from './requirement-line.ts';

/** A requirement in the syntax of PEP 508 and pip. */
export interface Requirement extends Pick<FoundPackage, 'local' | 'origin' | 'ecosystem'> {
  /** Normalized by PEP 503. */
  name: string;
  /** Set only when exactly one version satisfies the requirement. */
  version?: string;
}

const named = /^([A-Za-z0-9][A-Za-z0-9._-]{0,200})\s*(?:\[[^\]]{0,500}\])?\s*(.*)$/s;
const pinned = /(?:^|,)\s*(===?)\s*([^\s,;*$]{1,128})\s*(?:,|$)/;
const address = /^(?:(?:git|hg|svn|bzr)\+)?(?:https?|ssh|git|file|svn):/;
const wheel = /\/([A-Za-z0-9._]{1,128})-(\d[A-Za-z0-9.!+_]{0,64})-[^/]{1,200}\.whl$/;
const source = /\/([A-Za-z0-9._-]{1,128})-(\d[A-Za-z0-9.!+_]{0,64})\.(?:tar\.gz|zip)$/;

const inName = asciiClass(/[A-Za-z0-9._-]/);
const inVersion = asciiClass(/[A-Za-z0-9._!+-]/);
const alphanumeric = asciiClass(/[A-Za-z0-9]/);
const operator = asciiClass(/[<>=!~]/);
const inSpecifier = asciiClass(/[\w.,<>=!~*+-]/);
const [zero, nine] = [0x30, 0x39];
const [longestName, longestVersion] = [200, 128];

export const pypiName = (name: string): string => packageName('PyPI', name);

/**
 * Returns the only version that a specifier like `==1.2.3` or `>=1,===1.2` allows; undefined for ranges and
 * wildcards.
 */
export const pinnedPypiVersion = (specifier: string): string | undefined => {
  const stated = specifier.startsWith('==') ? specifier.slice(2) : '';
  return stated.length <= longestVersion && consistsOf(stated, inVersion)
    ? stated
    : pinned.exec(specifier)?.[2];
};

/** Reads name and version from the file name of a wheel or source archive. */
const packageOfArchive = (url: string): { name?: string; version?: string } => {
  const path = (url.split(/[?#]/, 1)[0] ?? '').replaceAll('%2B', '+');
  const [, name, version] = wheel.exec(path) ?? source.exec(path) ?? [];
  return name && version ? { name, version } : {};
};

/**
 * Converts a pip VCS URL. pip separates the revision with `@`; the fragment names packages, not revisions.
 */
const pipVcsUrl = (url: string): string => vcsUrl(url.split('#', 1)[0] ?? '');

/** Parses a requirement that is a URL: a repository, an archive or a local file. */
const byAddress = (url: string, statedName: string | undefined): Requirement | undefined => {
  const egg = /[#&]egg=([A-Za-z0-9._-]{1,200})/.exec(url)?.[1];
  const archive = packageOfArchive(url);
  const name = statedName ?? egg ?? archive.name;
  if (url.startsWith('file:')) return { local: 'path', name: pypiName(name ?? 'local path') };
  if (!name) return undefined;
  const kind = /^(?:git|hg|svn|bzr)\+|^(?:git|ssh|svn):/.test(url) ? 'git' : 'url';
  if (kind === 'url') {
    const version = archive.version && { version: archive.version };
    return { ecosystem: 'PyPI', name: pypiName(name), origin: { kind, url: publicUrl(url) }, ...version };
  }
  return { ecosystem: 'PyPI', name: pypiName(name), origin: { kind, url: pipVcsUrl(url) } };
};

const isPath = (text: string): boolean =>
  /^[./~]|^[A-Za-z]:[\\/]/.test(text) || /\.(?:whl|tar\.gz|zip)$/.test(text);

/** Returns the version specifier of a requirement without its marker; undefined for a URL, or without one. */
export const requirementRange = (text: string): string | undefined => {
  if (text.length > 2048 || text.includes(';')) return undefined;
  const [, , rest = ''] = named.exec(text.trim()) ?? [];
  return /^[(<>=!~]/.test(rest) ? rest : undefined;
};

/** Reads `name==1.0` or `name>=1,<2`, as nearly all requirements are; undefined for anything else. */
const usualRequirement = (text: string): Requirement | undefined => {
  const end = endOfClass(text, inName);
  const isNamed = end > 0 && end <= longestName && alphanumeric[text.charCodeAt(0)] === 1;
  if (!isNamed || operator[text.charCodeAt(end)] !== 1) return undefined;
  // What ends with an extension is a file.
  const last = text.charCodeAt(text.length - 1);
  if (last < zero || last > nine || endOfClass(text, inSpecifier, end) < text.length) return undefined;
  const name = pypiName(text.slice(0, end));
  const version = pinnedPypiVersion(text.slice(end));
  return version ? { ecosystem: 'PyPI', name, version } : { ecosystem: 'PyPI', name };
};

/** Returns the requirement of a pin as nearly all are; undefined for one that needs more care. */
export const pinnedRequirement = ({ name, version }: Pin): Requirement | undefined => {
  const last = version.charCodeAt(version.length - 1);
  const isUsual =
    name.length <= longestName && version.length <= longestVersion && last >= zero && last <= nine;
  return isUsual ? { ecosystem: 'PyPI', name: pypiName(name), version } : undefined;
};

/**
 * Parses one requirement without pip's options.
 * @returns undefined when the text is not a requirement.
 */
export const parseRequirement = (text: string): Requirement | undefined => {
  if (text.length > 2048) return undefined;
  const usual = usualRequirement(text);
  if (usual) return usual;
  // A marker follows a semicolon; in a URL, only one after a space counts.
  const bare = (text.split(/[@:]/.test(text) ? /\s;/ : ';', 1)[0] ?? '').trim();
  if (address.test(bare)) return byAddress(bare, undefined);
  const [, name, rest = ''] = named.exec(bare) ?? [];
  if (name && rest.startsWith('@')) {
    const target = rest.slice(1).trim();
    return address.test(target) ? byAddress(target, name) : { local: 'path', name: pypiName(name) };
  }
  if (isPath(bare)) return { local: 'path', name: bare.slice(0, 200) };
  if (!name || (rest !== '' && !/^[(<>=!~]/.test(rest))) return undefined;
  const version = pinnedPypiVersion(rest.replace(/^\(|\)$/g, ''));
  return { ecosystem: 'PyPI', name: pypiName(name), ...(version && { version }) };
};
