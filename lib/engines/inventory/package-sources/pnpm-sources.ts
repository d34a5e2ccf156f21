import { parsePnpmKey, withoutPeers, type PnpmKeyFormat } from '../npm/pnpm-keys.ts';
import type { LockedSource, SourceReader } from './locked-source.ts';
import { npmHosts, npmSource } from './npm-address.ts';
import { linesOf } from '../parse/lines.ts';

/** The expression below leaves out longer keys, which are read as they are. */
const longestKey = 4000;
const section = /^([A-Za-z]{1,40}):/;
const entryKey = /^ {2}(?:'([^']{1,4000})'|"([^"]{1,4000})"|([^\s'"][^\s]{0,4000})):(?:\s|$)/;
const member = (name: string): RegExp =>
  new RegExp(`[{,]?\\s{0,20}\\b${name}:\\s{1,4}'?"?([^\\s,'"}]{1,4000})`);
const [integrity, tarball, repository, commit, directory] = [
  member('integrity'),
  member('tarball'),
  member('repo'),
  member('commit'),
  member('directory'),
];

interface Entry {
  key: string;
  mark: string;
  /** The lines of `resolution`, joined. */
  resolution: string;
}

/** Collects the entries of all `packages` sections with their resolution, in flow or block style. */
const entriesOf = (text: string): Entry[] => {
  const entries: Entry[] = [];
  let inPackages = false;
  let inResolution = false;
  for (const line of linesOf(text)) {
    const opened = section.exec(line)?.[1];
    if (opened !== undefined) inPackages = opened === 'packages';
    if (!inPackages) continue;
    const [, single, double, plain] = entryKey.exec(line) ?? [];
    const isLong = line.length > longestKey && line.startsWith('  ') && !line.startsWith('   ');
    const key = single ?? double ?? plain ?? (isLong ? line.trim().replace(/^['"]/, '') : undefined);
    const last = entries.at(-1);
    if (key !== undefined) entries.push({ key, mark: line.trim(), resolution: '' });
    else if (/^ {4}\S/.test(line)) inResolution = line.startsWith('    resolution:');
    if (key === undefined && inResolution && last)
      last.resolution += `${line.replace(/^ {4}resolution:/, '')} `;
  }
  return entries;
};

const versionForm = /^\d+\.\d+\.\d+/;

const sourceOf = ({ key, mark, resolution }: Entry, form: PnpmKeyFormat): LockedSource[] => {
  const parts = parsePnpmKey(withoutPeers(key, form), form);
  const repo = repository.exec(resolution)?.[1];
  const name = parts?.name ?? key;
  if (repo !== undefined)
    return [{ name, mark, kind: 'git', address: `${repo}#${commit.exec(resolution)?.[1] ?? ''}` }];
  if (directory.test(resolution) || /^(?:file|link):/.test(parts?.version ?? key)) return [];
  // A runtime such as `node@runtime:22.0.0` lists its archives one by one.
  if (parts?.version.startsWith('runtime:')) return [];
  const isVersion = versionForm.test(parts?.version ?? '');
  const address = tarball.exec(resolution)?.[1];
  const named = { name, mark, ...(isVersion && parts && { version: parts.version }) };
  const lacksHash = isVersion && !integrity.test(resolution);
  // Lockfile 5 writes the host of another registry before the name.
  const host = form === 'slashes' && isVersion && !key.startsWith('/') ? key.split('/', 1)[0] : undefined;
  if (host && address === undefined)
    return [{ ...named, kind: 'registry', address: `https://${host}/`, lacksHash }];
  const stated = address ?? (isVersion ? undefined : (parts?.version ?? key));
  const found = npmSource(named, { address: stated, lacksHash });
  if (!found) return [];
  return [
    !isVersion && found.kind === 'registry'
      ? { name, mark, kind: 'url', ...(stated && { address: stated }) }
      : found,
  ];
};

export const pnpmSources: SourceReader = ({ text }) => {
  const version = Number.parseFloat(/^lockfileVersion:\s{0,4}'?"?([\d.]{1,10})/m.exec(text)?.[1] ?? '9');
  const form = version < 6 ? 'slashes' : 'at';
  return {
    ecosystem: 'npm',
    packages: entriesOf(text).flatMap((entry) => sourceOf(entry, form)),
    publicHosts: npmHosts,
  };
};
