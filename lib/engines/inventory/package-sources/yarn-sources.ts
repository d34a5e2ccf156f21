import { splitSpec } from '../npm/npm-spec.ts';
import type { LockedSource, SourceReader } from './locked-source.ts';
import { npmHosts, npmSource } from './npm-address.ts';
import { linesOf } from '../parse/lines.ts';

interface Block {
  /** The patterns of the entry, as written in the file. */
  head: string;
  fields: Map<string, string>;
}

const unquoted = (text: string): string => text.replace(/^"(.*)"$/s, '$1');
const longestValue = 20_000;

/** Returns the text of a field. Only the end of a long one is left out, so that its host is judged. */
const valueOf = (stated: string): string =>
  stated.length > longestValue ? stated.slice(0, longestValue).replace(/^"/, '') : unquoted(stated.trim());

const field = /^ {2}"?([\w]{1,40})"?:? (.*)$/;

/** Splits a yarn.lock into its entries line by line; both generations indent fields by two spaces. */
const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = [];
  for (const line of linesOf(text)) {
    if (line === '' || line.startsWith('#')) continue;
    if (!line.startsWith(' ')) blocks.push({ head: line.replace(/:\s*$/, ''), fields: new Map() });
    else {
      const [, key, value] = field.exec(line) ?? [];
      if (key !== undefined) blocks.at(-1)?.fields.set(key, valueOf(value ?? ''));
    }
  }
  return blocks;
};

const firstPattern = (head: string): string =>
  unquoted((head.split(/",? |, /, 1)[0] ?? '').trim()).replace(/^"|"$/g, '');

const classicSource = ({ head, fields }: Block): LockedSource[] => {
  const { name: alias, range } = splitSpec(firstPattern(head));
  if (!alias || /^(?:file|link|portal|workspace):|^[.~]{0,2}\//.test(range)) return [];
  const name = range.startsWith('npm:') ? splitSpec(range).name : alias;
  const version = fields.get('version');
  const resolved = fields.get('resolved');
  const [address, sum] = resolved?.split('#', 2) ?? [];
  const isArchive = /^https?:/.test(range);
  const named = { name, mark: head, ...(version !== undefined && { version }) };
  // Without integrity, Yarn 1 appends the SHA-1 of a tarball to its URL.
  const lacksHash = !fields.has('integrity') && !/^[0-9a-f]{40}$/.test(sum ?? '');
  const found = npmSource(named, { address: resolved?.startsWith('git') ? resolved : address, lacksHash });
  if (!found) return [];
  if (!isArchive || found.kind !== 'registry') return [found];
  return [{ ...named, kind: 'url', lacksHash, ...(address !== undefined && { address }) }];
};

const archiveMark = '__archiveUrl=';

/** Reads the URL of the archive from the parameters of a resolution. */
const archiveOf = (range: string): string | undefined => {
  const at = range.indexOf(archiveMark);
  return at === -1 ? undefined : range.slice(at + archiveMark.length).split('&', 1)[0];
};

const decodedUrl = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Returns the pattern of the entry that requests another package than the resolved one. */
const strangerIn = (head: string, resolved: string): string | undefined =>
  head
    .replaceAll('"', '')
    .split(', ')
    .find((pattern) => {
      const { name, range } = splitSpec(pattern.trim());
      if (/^(?:workspace|link|portal|patch|file|exec|virtual):/.test(range)) return false;
      const [, alias] = /^npm:((?:@[^/@]{1,214}\/)?[^/@]{1,214})@/.exec(range) ?? [];
      return (alias ?? name) !== resolved;
    });

/** Yarn states a checksum for each package that it fetched; it does not fetch packages for other platforms. */
const berrySource = ({ head, fields }: Block, statesChecksums: boolean): LockedSource[] => {
  const { name, range } = splitSpec(fields.get('resolution') ?? '');
  if (!name || /^(?:workspace|link|portal|patch|file|exec|virtual):/.test(range)) return [];
  const version = fields.get('version');
  const stranger = strangerIn(head, name);
  const mismatch = stranger === undefined ? undefined : `its entry is of ${stranger.slice(0, 200)}`;
  const named = {
    name,
    mark: head,
    ...(version !== undefined && { version }),
    ...(mismatch !== undefined && { mismatch }),
  };
  if (!range.startsWith('npm:')) {
    const found = npmSource({ name, mark: head }, { address: range, lacksHash: false });
    return found ? [{ ...found, kind: found.kind === 'git' ? 'git' : 'url' }] : [];
  }
  const archive = archiveOf(range);
  const lacksHash = statesChecksums && !fields.has('checksum') && !fields.has('conditions');
  const found = npmSource(named, { address: archive && decodedUrl(archive), lacksHash });
  return found ? [mismatch === undefined ? found : { ...found, mismatch }] : [];
};

export const yarnSources: SourceReader = ({ text }) => {
  const blocks = blocksOf(text).filter(({ head }) => head !== '__metadata');
  const isBerry = /^__metadata:/m.test(text);
  const statesChecksums = blocks.some(({ fields }) => fields.has('checksum'));
  const packages = blocks.flatMap((block) =>
    isBerry ? berrySource(block, statesChecksums) : classicSource(block),
  );
  return { ecosystem: 'npm', packages, publicHosts: npmHosts };
};
