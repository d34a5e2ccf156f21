import { parseGeneratedToml } from '../parse/generated-toml.ts';
import { parseJson } from '../parse/parse-document.ts';
import {
  asAddress,
  asList,
  asTable,
  asText,
  entriesOf,
  member,
  textsOf,
  type Table,
} from '../parse/untrusted-value.ts';
import { parseRequirement, pinnedPypiVersion, pypiName } from '../python/python-requirement.ts';
import { requirementLines, type RequirementLine } from '../python/requirements-lines.ts';
import type { LockedSource, LockedSources, SourceReader } from './locked-source.ts';
import { pypiHosts, pypiMismatch } from './python-address.ts';

export const python = (packages: LockedSource[]): LockedSources => ({
  ecosystem: 'PyPI',
  packages,
  publicHosts: pypiHosts,
});

export type Named = Pick<LockedSource, 'name' | 'version' | 'mark'>;

const namedIn = (entry: unknown): Named | undefined => {
  const stated = asText(member(entry, 'name'));
  const version = asText(member(entry, 'version'));
  if (!stated) return undefined;
  return { name: pypiName(stated), mark: `name = "${stated}"`, ...(version !== undefined && { version }) };
};

export interface Files {
  /** URLs or names of the release's files. */
  names: string[];
  /** Number of files, and of those with a hash. */
  count: number;
  hashed: number;
}

const filesOf = (tables: readonly unknown[]): Files => ({
  names: tables.flatMap((file) => asAddress(member(file, 'url')) ?? asText(member(file, 'file'), 1024) ?? []),
  count: tables.length,
  hashed: tables.filter((file) => asText(member(file, 'hash'))).length,
});

/** A package of a registry with its files; without any file, the tool stated no hash at all. */
export const fromRegistry = (named: Named, files: Files, index: string | undefined): LockedSource => {
  const { name, version } = named;
  const mismatch = files.names
    .map((file) => pypiMismatch(name, version, file))
    .find((each) => each !== undefined);
  const address = files.names.find((file) => /^https?:/.test(file)) ?? index;
  return {
    ...named,
    kind: 'registry',
    ...(address !== undefined && { address }),
    lacksHash: files.hashed < files.count || files.count === 0,
    ...(mismatch !== undefined && { mismatch }),
  };
};

const poetrySource = (entry: unknown, document: Table): LockedSource[] => {
  const named = namedIn(entry);
  if (!named) return [];
  const source = member(entry, 'source');
  const type = asText(member(source, 'type'));
  const address = asAddress(member(source, 'url'));
  if (type === 'directory' || type === 'file') return [];
  if ((type === 'git' || type === 'url') && address !== undefined) return [{ ...named, kind: type, address }];
  const stated = asText(member(entry, 'name')) ?? '';
  const files = member(entry, 'files') ?? member(member(member(document, 'metadata'), 'files'), stated);
  return [fromRegistry(named, filesOf(asList(files)), address)];
};

export const poetrySources: SourceReader = ({ text }) => {
  const document = parseGeneratedToml(text);
  return python(asList(member(document, 'package')).flatMap((entry) => poetrySource(entry, document)));
};

const uvSource = (entry: unknown): LockedSource[] => {
  const named = namedIn(entry);
  const source = member(entry, 'source');
  if (
    !named ||
    ['editable', 'virtual', 'directory', 'path'].some((kind) => member(source, kind) !== undefined)
  )
    return [];
  for (const kind of ['git', 'url'] as const) {
    const address = asAddress(member(source, kind));
    if (address !== undefined) return [{ ...named, kind, address }];
  }
  const sdist = member(entry, 'sdist');
  const files = filesOf([...(sdist === undefined ? [] : [sdist]), ...asList(member(entry, 'wheels'))]);
  const index = asAddress(member(source, 'registry'));
  // A registry in a local directory has neither URLs nor hashes.
  if (index !== undefined && !/^https?:/.test(index)) return [];
  return [fromRegistry(named, files, index)];
};

export const uvSources: SourceReader = ({ text }) =>
  python(asList(member(parseGeneratedToml(text), 'package')).flatMap(uvSource));

const pdmSource = (entry: unknown, document: Table): LockedSource[] => {
  const named = namedIn(entry);
  if (!named || member(entry, 'path') !== undefined) return [];
  const git = asAddress(member(entry, 'git'));
  if (git !== undefined) return [{ ...named, kind: 'git', address: git }];
  const url = asAddress(member(entry, 'url'));
  if (url?.startsWith('file:')) return [];
  if (url !== undefined) return [{ ...named, kind: 'url', address: url }];
  const stated = `${asText(member(entry, 'name')) ?? ''} ${named.version ?? ''}`;
  const files = member(entry, 'files') ?? member(member(member(document, 'metadata'), 'files'), stated);
  return [fromRegistry(named, filesOf(asList(files)), undefined)];
};

export const pdmSources: SourceReader = ({ text }) => {
  const document = parseGeneratedToml(text);
  return python(asList(member(document, 'package')).flatMap((entry) => pdmSource(entry, document)));
};

const isHashed = (file: unknown): boolean => entriesOf(member(file, 'hashes')).length > 0;

const pylockSource = (entry: unknown): LockedSource[] => {
  const named = namedIn(entry);
  if (!named || member(entry, 'directory') !== undefined) return [];
  const repository = member(entry, 'vcs');
  const archive = member(entry, 'archive');
  const address = asAddress(member(repository ?? archive, 'url'));
  if (repository !== undefined || archive !== undefined)
    return address === undefined
      ? []
      : [{ ...named, kind: repository === undefined ? 'url' : 'git', address }];
  const sdist = member(entry, 'sdist');
  const tables = [...(sdist === undefined ? [] : [sdist]), ...asList(member(entry, 'wheels'))];
  const names = tables.flatMap((file) => [
    asAddress(member(file, 'url')),
    asText(member(file, 'name'), 1024),
  ]);
  const files = {
    names: names.filter((each) => each !== undefined),
    count: tables.length,
    hashed: tables.filter(isHashed).length,
  };
  return [fromRegistry(named, files, asAddress(member(entry, 'index')))];
};

export const pylockSources: SourceReader = ({ text }) =>
  python(asList(member(parseGeneratedToml(text), 'packages')).flatMap(pylockSource));

const pipfileSource = (
  stated: string,
  entry: unknown,
  indexes: ReadonlyMap<string, string>,
): LockedSource[] => {
  const named = { name: pypiName(stated), mark: JSON.stringify(stated) };
  if (!asTable(entry) || member(entry, 'path') !== undefined) return [];
  const git = asAddress(member(entry, 'git'));
  if (git !== undefined) return [{ ...named, kind: 'git', address: git }];
  const file = asAddress(member(entry, 'file'));
  if (file !== undefined) return /^https?:/.test(file) ? [{ ...named, kind: 'url', address: file }] : [];
  const version = pinnedPypiVersion(asText(member(entry, 'version')) ?? '');
  const address = indexes.get(asText(member(entry, 'index')) ?? '');
  return [
    {
      ...named,
      kind: 'registry',
      ...(version !== undefined && { version }),
      ...(address !== undefined && { address }),
      lacksHash: textsOf(member(entry, 'hashes')).length === 0,
    },
  ];
};

export const pipfileSources: SourceReader = ({ text }) => {
  const document = parseJson(text);
  const indexes = new Map(
    asList(member(member(document, '_meta'), 'sources')).flatMap((source): [string, string][] => {
      const [name, url] = [asText(member(source, 'name')), asAddress(member(source, 'url'))];
      return name !== undefined && url !== undefined ? [[name, url]] : [];
    }),
  );
  const categories = entriesOf(document).filter(([category]) => category !== '_meta');
  return python(
    categories.flatMap(([, table]) =>
      entriesOf(table).flatMap(([name, entry]) => pipfileSource(name, entry, indexes)),
    ),
  );
};

const longestMark = 60;

const statesHash = ({ text, hashes }: RequirementLine): boolean =>
  hashes.length > 0 || /\s--hash[=\s]/.test(text);

/** Reads requirements files, in which either all lines have a hash or none do. */
export const requirementsSources: SourceReader = ({ text }) => {
  const lines = requirementLines(text);
  const statesHashes = lines.some(statesHash);
  const packages = lines.flatMap((stated): LockedSource[] => {
    const line = stated.text;
    const bare = line.replace(/^(?:-e|--editable)[\s=]+/, '');
    if (bare.startsWith('-')) return [];
    const requirement = parseRequirement(bare.split(/\s--?[a-z]/, 1)[0]?.trim() ?? '');
    if (!requirement || requirement.local) return [];
    const { name, version, origin } = requirement;
    // A requirement that continues over lines is not found as it is joined.
    const mark = stated.hashes.length > 0 && line.length < longestMark ? '' : line.slice(0, longestMark);
    const named = { name, mark, ...(version !== undefined && { version }) };
    const address =
      /\b(?:(?:git|hg|svn|bzr)\+)?(?:https?|ssh|git|svn):\/\/\S{1,4000}/.exec(bare)?.[0] ?? origin?.url;
    if (origin && address !== undefined) return [{ ...named, kind: origin.kind, address }];
    return [{ ...named, kind: 'registry', lacksHash: statesHashes && !statesHash(stated) }];
  });
  return python(packages);
};
