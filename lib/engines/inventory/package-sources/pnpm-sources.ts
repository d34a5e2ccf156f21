import { parsePnpmKey, withoutPeers, type PnpmKeyFormat } from '../npm/pnpm-keys.ts';
import type { LockedSource, SourceReader } from './locked-source.ts';
import { npmHosts, npmSource } from './npm-address.ts';
import { linesOf } from '../parse/lines.ts';
import { parseYamlStream } from '../parse/parse-document.ts';
import { asAddress, entriesOf, member as memberOf } from '../parse/untrusted-value.ts';

/** The expression below leaves out longer keys, which are read as they are. */
const longestKey = 4000;
const section = /^([A-Za-z]{1,40}):/;
const entryKey = /^ {2}(?:'([^']{1,4000})'|"([^"\\]{1,4000})"|([^\s'"][^\s]{0,4000})):(?:\s|$)/;
const member = (name: string): RegExp =>
  new RegExp(`[{,]?\\s{0,20}\\b${name}:\\s{1,4}'?"?([^\\s,'"}]{1,4000})`);

const fields = ['integrity', 'tarball', 'repo', 'commit', 'directory'] as const;
type Resolution = { [Field in (typeof fields)[number]]?: string | undefined };

interface Entry {
  key: string;
  mark: string;
  resolution: Resolution;
}

const expressions = fields.map((field) => [field, member(field)] as const);
const resolutionOf = (text: string): Resolution =>
  Object.fromEntries(expressions.map(([field, expression]) => [field, expression.exec(text)?.[1]]));

/** The characters by which YAML says something else than what a line shows. */
const special = /['"\\&*!|>]/;
const memberOfEntry = /^ {4}([A-Za-z]{1,40}):(?: (.{0,1}))?/;

/** Whether a line of an entry is as pnpm writes it. */
const isUsualLine = (line: string, inResolution: boolean): boolean => {
  if (line.startsWith('     ')) return !inResolution || !special.test(line);
  if (line.startsWith('    - ')) return !inResolution;
  const [, name, first] = memberOfEntry.exec(line) ?? [];
  if (name === undefined) return false;
  if (name === 'resolution') return !special.test(line);
  return (first !== "'" && first !== '"') || (line.length > 6 + name.length + 1 && line.endsWith(first));
};

/**
 * Collects the entries of all `packages` sections line by line, which is fast.
 * @returns undefined for a text that is not as pnpm writes it: YAML may say something else than its lines show.
 */
const entriesInLines = (text: string): Entry[] | undefined => {
  const entries: (Omit<Entry, 'resolution'> & { resolution?: string })[] = [];
  let inPackages = false;
  let inResolution = false;
  for (const line of linesOf(text)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (!line.startsWith(' ')) {
      const opened = section.exec(line)?.[1];
      if (opened === undefined && line !== '---') return undefined;
      if (opened === 'packages' && line !== 'packages:') return undefined;
      inPackages = opened === 'packages';
      continue;
    }
    if (!inPackages) continue;
    const last = entries.at(-1);
    if (line.startsWith('    ')) {
      const begins = line.startsWith('    resolution:');
      if (line[4] !== ' ') inResolution = begins;
      if (!last || !isUsualLine(line, inResolution) || (begins && last.resolution !== undefined))
        return undefined;
      if (inResolution) last.resolution = `${last.resolution ?? ''}${line.replace(/^ {4}resolution:/, '')} `;
      continue;
    }
    inResolution = false;
    const [, single, double, plain] = entryKey.exec(line) ?? [];
    const isLong = line.length > longestKey && !line.startsWith('   ');
    const key = single ?? double ?? plain ?? (isLong ? line.trim().replace(/^['"]/, '') : undefined);
    if (key === undefined || !line.trimEnd().endsWith(':')) return undefined;
    entries.push({ key, mark: line.trim() });
  }
  return entries.map(({ resolution = '', ...entry }) => ({ ...entry, resolution: resolutionOf(resolution) }));
};

/** Collects the entries from the parsed text. */
const parsedEntries = (text: string): Entry[] =>
  parseYamlStream(text).flatMap((document) =>
    entriesOf(memberOf(document, 'packages')).map(([key, entry]) => {
      const resolution = memberOf(entry, 'resolution');
      const stated = fields.map((field) => [field, asAddress(memberOf(resolution, field))]);
      return { key, mark: key, resolution: Object.fromEntries(stated) as Resolution };
    }),
  );

const versionForm = /^\d+\.\d+\.\d+/;

const sourceOf = ({ key, mark, resolution }: Entry, form: PnpmKeyFormat): LockedSource[] => {
  const parts = parsePnpmKey(withoutPeers(key, form), form);
  const { repo } = resolution;
  const name = parts?.name ?? key;
  if (repo !== undefined) return [{ name, mark, kind: 'git', address: `${repo}#${resolution.commit ?? ''}` }];
  if (resolution.directory !== undefined || /^(?:file|link):/.test(parts?.version ?? key)) return [];
  // A runtime such as `node@runtime:22.0.0` lists its archives one by one.
  if (parts?.version.startsWith('runtime:')) return [];
  const isVersion = versionForm.test(parts?.version ?? '');
  const address = resolution.tarball;
  const named = { name, mark, ...(isVersion && parts && { version: parts.version }) };
  const lacksHash = isVersion && resolution.integrity === undefined;
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
    packages: (entriesInLines(text) ?? parsedEntries(text)).flatMap((entry) => sourceOf(entry, form)),
    publicHosts: npmHosts,
  };
};
