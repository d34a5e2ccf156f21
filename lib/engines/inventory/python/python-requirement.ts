import { packageName } from '@scangate/engines/advisories/package-name';
import { publicUrl, vcsUrl } from '../package-address.ts';
import type { FoundPackage } from '../lockfile-reader.ts';

/** A requirement as PEP 508 and pip write it. */
export interface Requirement extends Pick<FoundPackage, 'local' | 'origin' | 'ecosystem'> {
  /** PEP 503 normalized. */
  name: string;
  /** Only when exactly one version can satisfy it. */
  version?: string;
}

const named = /^([A-Za-z0-9][A-Za-z0-9._-]{0,200})\s*(?:\[[^\]]{0,500}\])?\s*(.*)$/s;
const pinned = /(?:^|,)\s*(===?)\s*([^\s,;*$]{1,128})\s*(?:,|$)/;
const address = /^(?:(?:git|hg|svn|bzr)\+)?(?:https?|ssh|git|file|svn):/;
const wheel = /\/([A-Za-z0-9._]{1,128})-(\d[A-Za-z0-9.!+_]{0,64})-[^/]{1,200}\.whl$/;
const source = /\/([A-Za-z0-9._-]{1,128})-(\d[A-Za-z0-9.!+_]{0,64})\.(?:tar\.gz|zip)$/;

export const pypiName = (name: string): string => packageName('PyPI', name);

/** The one version that a specifier like `==1.2.3` or `>=1,===1.2` allows; undefined for ranges and wildcards. */
export const pinnedPypiVersion = (specifier: string): string | undefined => pinned.exec(specifier)?.[2];

/** What the file name of a wheel or source archive says. */
const packageOfArchive = (url: string): { name?: string; version?: string } => {
  const path = (url.split(/[?#]/, 1)[0] ?? '').replaceAll('%2B', '+');
  const [, name, version] = wheel.exec(path) ?? source.exec(path) ?? [];
  return name && version ? { name, version } : {};
};

/** pip sets the revision apart by `@` already; what follows `#` names packages, not revisions. */
const pipVcsUrl = (url: string): string => vcsUrl(url.split('#', 1)[0] ?? '');

/** A requirement that is an address: a repository, an archive, a local file. */
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

/** One requirement without pip's options. Undefined when it is none. */
export const parseRequirement = (text: string): Requirement | undefined => {
  if (text.length > 2048) return undefined;
  // A marker follows a semicolon; in an address only one set apart by a blank counts.
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
