import type { LockedSource } from './locked-source.ts';
import { sourceOfSpec } from '../npm/npm-spec.ts';

export const npmHosts: ReadonlySet<string> = new Set([
  'registry.npmjs.org',
  'registry.yarnpkg.com',
  'npm.jsr.io',
  'npm.pkg.github.com',
]);

const decoded = (text: string): string => text.replaceAll(/%2f/gi, '/').replaceAll(/%40/g, '@');

/** Removes leading zeros and build metadata, which tarballs may or may not have in their name. */
const plainVersion = (version: string): string =>
  version
    .replace(/^[v=]+/, '')
    .replace(/\+.*$/s, '')
    .replaceAll(/(^|\.)0+(?=\d)/g, '$1');

interface Tarball {
  name: string;
  /** The file without directory and extension. */
  file: string;
}

/** Reads `<registry>/<name>/-/<file>.tgz`, the layout of npm's registry and of the mirrors that follow it. */
const tarballOf = (path: string): Tarball | undefined => {
  const [before = '', ...after] = decoded(path).split('/-/');
  const file = after.at(-1)?.split('/').at(-1);
  if (after.length === 0 || file === undefined) return undefined;
  const parts = before.split('/');
  const scope = parts.at(-2);
  const name = scope?.startsWith('@') ? `${scope}/${parts.at(-1)}` : (parts.at(-1) ?? '');
  return { name, file: file.replace(/\.(?:tgz|tar\.gz)$/, '') };
};

const registryOnly: ReadonlySet<string> = new Set(['registry.npmjs.org', 'registry.yarnpkg.com']);

/**
 * Returns why a registry tarball does not belong to a package; undefined when it does, or when the layout of the
 * registry does not show it.
 */
export const npmMismatch = (
  { name, version }: Pick<LockedSource, 'name' | 'version'>,
  address: string,
): string | undefined => {
  const url = URL.parse(address);
  const [host, path] = [url?.hostname ?? '', url?.pathname.slice(1) ?? ''];
  const tarball = tarballOf(path);
  if (!tarball) return registryOnly.has(host) ? 'it is no tarball of the registry' : undefined;
  if (tarball.name !== name) return `it is a tarball of ${tarball.name.slice(0, 200)}`;
  const base = name.slice(name.indexOf('/') + 1);
  if (!tarball.file.startsWith(`${base}-`)) return `its file is ${tarball.file.slice(0, 200)}`;
  const stated = tarball.file.slice(base.length + 1);
  return version === undefined || plainVersion(stated) === plainVersion(version)
    ? undefined
    : `it is version ${stated.slice(0, 100)}`;
};

/** Classifies a URL that a lockfile of npm, Yarn, pnpm or Bun resolves to; undefined for a local path. */
export const npmSource = (
  named: Pick<LockedSource, 'name' | 'version' | 'mark'>,
  { address, lacksHash }: { address: string | undefined; lacksHash: boolean },
): LockedSource | undefined => {
  if (address === undefined || address === '') return { ...named, kind: 'registry', lacksHash };
  const { local, origin } = sourceOfSpec(address);
  if (local) return undefined;
  if (origin?.kind === 'git') return { ...named, kind: 'git', address };
  const mismatch = npmMismatch(named, address);
  return { ...named, kind: 'registry', address, lacksHash, ...(mismatch !== undefined && { mismatch }) };
};
