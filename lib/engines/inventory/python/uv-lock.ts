import { fileHashes } from '../hashes.ts';
import { publicUrl, vcsUrl } from '../package-address.ts';
import { limitPackages, KeysByName } from '../package-limit.ts';
import { parseToml } from '../parse/parse-document.ts';
import { pypiName } from './python-requirement.ts';
import {
  unreadableEntries,
  emptyRoots,
  type FoundPackage,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asText, entriesOf, member, textsOf } from '../parse/untrusted-value.ts';

/** A package with the table that its edges are read from. */
interface Entry {
  found: FoundPackage;
  table: unknown;
  /** True for the unit itself and its workspace members: their dependencies are direct. */
  own: boolean;
}

const localKinds = ['editable', 'virtual', 'directory', 'path'] as const;

const sourceOf = (source: unknown): Partial<FoundPackage> => {
  const kind = localKinds.find((each) => member(source, each) !== undefined);
  if (kind) {
    const inside = !(asText(member(source, kind), 4096) ?? '').startsWith('..');
    return { local: inside && (kind === 'editable' || kind === 'virtual') ? 'member' : 'path' };
  }
  const git = asText(member(source, 'git'), 2048);
  if (git) return { ecosystem: 'PyPI', origin: { kind: 'git', url: vcsUrl(git) } };
  const url = asText(member(source, 'url'), 2048);
  return url ? { ecosystem: 'PyPI', origin: { kind: 'url', url: publicUrl(url) } } : { ecosystem: 'PyPI' };
};

const hashesOf = (entry: unknown): FoundPackage['hashes'] =>
  fileHashes(
    [member(entry, 'sdist'), ...asList(member(entry, 'wheels'))].flatMap(
      (file) => asText(member(file, 'hash')) ?? [],
    ),
  );

const entryOf = (table: unknown, members: ReadonlySet<string>): Entry | undefined => {
  const stated = asText(member(table, 'name'));
  if (!stated) return undefined;
  const name = pypiName(stated);
  const version = asText(member(table, 'version'));
  const source = sourceOf(member(table, 'source'));
  return {
    found: {
      key: `${name}@${version ?? ''} ${JSON.stringify(source.origin?.url ?? source.local ?? '')}`,
      name,
      ...(version && { version }),
      ...source,
      hashes: hashesOf(table),
    },
    table,
    own: source.local === 'member' || members.has(name),
  };
};

type Lookup = (dependencies: unknown) => string[];

/** Resolves dependencies. One names its version only if the file has several. */
const lookupIn = (entries: readonly Entry[]): Lookup => {
  const keys = new KeysByName();
  for (const { found } of entries) {
    keys.add(found.name, found.key);
    keys.add(`${found.name}==${found.version}`, found.key);
  }
  return (dependencies) =>
    asList(dependencies).flatMap((dependency) => {
      const name = pypiName(asText(member(dependency, 'name')) ?? '');
      const version = asText(member(dependency, 'version'));
      return keys.find(version === undefined ? name : `${name}==${version}`);
    });
};

const tablesOf = (table: unknown, key: string): unknown[] =>
  entriesOf(member(table, key)).map(([, list]) => list);

const addRoots = (roots: Roots, { table }: Entry, lookup: Lookup): void => {
  const add = (kind: keyof Roots, lists: unknown[]): void => {
    for (const key of lists.flatMap(lookup)) roots[kind].push(key);
  };
  add('required', [member(table, 'dependencies')]);
  add('optional', tablesOf(table, 'optional-dependencies'));
  add('dev', [...tablesOf(table, 'dev-dependencies'), ...tablesOf(table, 'dependency-groups')]);
};

const isUnit = (table: unknown): boolean => {
  const source = member(table, 'source');
  return member(source, 'editable') === '.' || member(source, 'virtual') === '.';
};

/** Reads uv.lock. The extras of a registry package are in the file only if something asks for them. */
export const readUvLock: LockfileReader = ({ text, notes }) => {
  const document = parseToml(text);
  if (member(document, 'version') !== 1) throw new UnreadableFile('its version is not 1');
  const members = new Set(textsOf(member(member(document, 'manifest'), 'members')).map(pypiName));
  const entries = limitPackages(asList(member(document, 'package')), notes).flatMap((table): Entry[] => {
    const entry = entryOf(table, members);
    if (!entry) notes.add(unreadableEntries, 'a package without name');
    return entry ? [entry] : [];
  });
  const lookup = lookupIn(entries);
  const roots = emptyRoots();
  const packages: FoundPackage[] = [];
  for (const entry of entries) {
    const { found, table, own } = entry;
    if (own) addRoots(roots, entry, lookup);
    if (isUnit(table)) continue;
    const extras = tablesOf(table, 'optional-dependencies').flatMap(lookup);
    found.dependsOn = [...lookup(member(table, 'dependencies')), ...(own ? [] : extras)];
    if (own) roots.required.push(found.key);
    packages.push(found);
  }
  return entries.some(({ own }) => own) ? { packages, roots } : { packages };
};
