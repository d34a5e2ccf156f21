import { posix } from 'node:path';
import { integrityHashes } from '../hashes.ts';
import { deprecationOf } from '../deprecation.ts';
import type { Notes } from '../gap-notes.ts';
import { sourceOfSpec } from './npm-spec.ts';
import { vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import { parseYamlStream } from '../parse/parse-document.ts';
import { noteCutDocument, noteUnlistedImports } from './pnpm-integrity.ts';
import { parsePnpmKey, withoutPeers, type PnpmKeyFormat } from './pnpm-keys.ts';
import {
  unreadableEntries,
  missingDependencies,
  signsOfCut,
  emptyRoots,
  type FoundPackage,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText, entriesOf, member, type Table } from '../parse/untrusted-value.ts';

/** The groups of an importer and their scopes; the last two are tools of pnpm itself. */
const groups = [
  ['dependencies', 'required'],
  ['optionalDependencies', 'optional'],
  ['devDependencies', 'dev'],
  ['configDependencies', 'dev'],
  ['packageManagerDependencies', 'dev'],
] as const;

const semver = /^\d+\.\d+\.\d+/;

const formOf = (document: Table): PnpmKeyFormat => {
  const version = Number.parseFloat(asText(member(document, 'lockfileVersion')) ?? '');
  if (!(version >= 5 && version < 10)) throw new UnreadableFile('its lockfileVersion is not between 5 and 9');
  return version < 6 ? 'slashes' : 'at';
};

/** Reads the source of a package from its resolution, else from its key. */
const sourceOf = (resolution: unknown, address: string): Partial<FoundPackage> => {
  const tarball = asText(member(resolution, 'tarball'), 2048);
  if (asText(member(resolution, 'directory'), 4096) || tarball?.startsWith('file:')) return { local: 'path' };
  const repository = asText(member(resolution, 'repo'), 2048);
  const commit = asText(member(resolution, 'commit')) ?? '';
  if (repository)
    return { ecosystem: 'npm', origin: { kind: 'git', url: vcsUrl(`${repository}#${commit}`) } };
  if (semver.test(address)) return { ecosystem: 'npm' };
  const source = sourceOfSpec(tarball ?? address);
  // A language runtime (`node@runtime:22.0.0`) is not in a package registry.
  return source.origin ? { ...source, ecosystem: 'npm' } : source;
};

const packageOf = (key: string, entry: unknown, form: PnpmKeyFormat): FoundPackage | undefined => {
  const parts = parsePnpmKey(key, form);
  const address = parts?.version ?? key;
  // pnpm downloads what the key of a package from a registry says, whatever its entry states.
  const stated = parts && semver.test(address) ? undefined : entry;
  const name = asText(member(stated, 'name')) ?? asText(parts?.name);
  const version = asText(member(stated, 'version')) ?? (semver.test(address) ? asText(address) : undefined);
  const resolution = member(entry, 'resolution');
  if (!name) return undefined;
  return {
    key,
    name,
    ...sourceOf(resolution, address),
    ...(version && { version }),
    ...deprecationOf(member(entry, 'deprecated')),
    hashes: integrityHashes(asText(member(resolution, 'integrity'), 1024)),
    dependsOn: [],
    optionallyDependsOn: [],
  };
};

const memberKey = (directory: string): string => `link:${posix.normalize(directory)}`;

const memberAt = (directory: string): FoundPackage => ({
  key: memberKey(directory),
  name: asText(directory) ?? 'workspace member',
  local: 'member',
  dependsOn: [],
  optionallyDependsOn: [],
});

/** The packages of one document by key. */
interface PackageIndex {
  form: PnpmKeyFormat;
  packages: Map<string, FoundPackage>;
}

/** Returns the key of the package that an entry of a dependency table resolves to. */
const resolveOne = (
  { form, packages }: PackageIndex,
  directory: string,
  [name, value]: [string, unknown],
): string | undefined => {
  const version = asText(value, 4096) ?? asText(member(value, 'version'), 4096);
  if (!version) return undefined;
  if (version.startsWith('link:')) return memberKey(posix.join(directory, version.slice('link:'.length)));
  const candidates = [`${name}@${version}`, `/${name}@${version}`, `/${name}/${version}`, version];
  return candidates.map((key) => withoutPeers(key, form)).find((key) => packages.has(key));
};

const addEdges = (found: FoundPackage | undefined, resolve: (table: string) => string[]): void => {
  for (const key of resolve('dependencies')) found?.dependsOn?.push(key);
  for (const key of resolve('optionalDependencies')) found?.optionallyDependsOn?.push(key);
};

const importersOf = (document: Table): [string, unknown][] => {
  const listed = entriesOf(member(document, 'importers'));
  return listed.length > 0 ? listed : [['.', document]];
};

/**
 * Adds the importers. Each is the unit itself or a workspace member; before version 6 a single project has no
 * importers.
 */
const addImporters = (document: Table, index: PackageIndex, { roots, notes }: Target): void => {
  const importers = importersOf(document);
  for (const [directory] of importers) {
    if (directory === '.') continue;
    const found = memberAt(directory);
    index.packages.set(found.key, found);
    roots.required.push(found.key);
  }
  for (const [directory, importer] of importers) {
    const resolve = (table: string): string[] =>
      entriesOf(member(importer, table)).flatMap((dependency) => {
        const key = resolveOne(index, directory, dependency);
        notes.addRequest(dependency[0], key !== undefined);
        return key ?? [];
      });
    addEdges(index.packages.get(memberKey(directory)), resolve);
    if (importer === null) notes.add(signsOfCut, `nothing follows the importer ${directory}`);
    for (const [group, kind] of groups) for (const key of resolve(group)) roots[kind].push(key);
  }
};

/** Collects the direct dependencies and the gaps of all documents. */
interface Target {
  roots: Roots;
  notes: Notes;
}

const readDocument = (document: Table, target: Target): PackageIndex => {
  const { notes } = target;
  const form = formOf(document);
  const index: PackageIndex = { form, packages: new Map() };
  const stated = ['packages', 'snapshots'].flatMap((table) =>
    limitPackages(entriesOf(member(document, table)), notes),
  );
  for (const [keyWithPeers, entry] of stated) {
    const key = withoutPeers(keyWithPeers, form);
    if (index.packages.has(key)) continue;
    const found = packageOf(key, entry, form);
    if (found) index.packages.set(key, found);
    else notes.add(unreadableEntries, key);
  }
  addImporters(document, index, target);
  for (const [key, entry] of stated)
    addEdges(index.packages.get(withoutPeers(key, form)), (table) =>
      entriesOf(member(entry, table)).flatMap((dependency) => {
        const needed = resolveOne(index, '.', dependency);
        if (needed === undefined) notes.add(missingDependencies, dependency[0]);
        return needed ?? [];
      }),
    );
  return index;
};

/**
 * Reads pnpm-lock.yaml, lockfile versions 5 to 9. Since pnpm 11 a first document may hold pnpm's own tools.
 */
export const readPnpmLock: LockfileReader = (input) => {
  const { text, notes } = input;
  const documents = parseYamlStream(text);
  if (documents.length === 0) throw new UnreadableFile('it holds no YAML document');
  const packages = new Map<string, FoundPackage>();
  const roots = emptyRoots();
  // Documents begin with a separator only when one of pnpm's own comes first.
  if (text.startsWith('---') && documents.length === 1) notes.add(signsOfCut, 'no document of the project');
  for (const document of documents) {
    const read = readDocument(document, { roots, notes });
    const importers = importersOf(document);
    noteCutDocument(document, { ...read, importers, roots }, input);
    if (document === documents.at(-1)) {
      const find = (directory: string, dependency: [string, unknown]): FoundPackage | undefined =>
        read.packages.get(resolveOne(read, directory, dependency) ?? '');
      noteUnlistedImports(document, { importers, find }, input);
    }
    for (const [key, found] of read.packages) if (!packages.has(key)) packages.set(key, found);
  }
  return { packages: [...packages.values()], roots };
};
