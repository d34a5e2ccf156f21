import { fileHashes } from '../hashes.ts';
import { publicUrl, vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import { parseYamlStream, tryParse } from '../parse/parse-document.ts';
import { purlOf } from '@scangate/engines/purl/ecosystem-purl';
import {
  unreadableEntries,
  unreadableManifests,
  emptyRoots,
  type FoundPackage,
  type LockfileInput,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { noteUncoveredBelow } from '../uncovered-manifests.ts';
import { noteUnmetRanges, packagesByName, type RequestedRange } from '../unmet-ranges.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asTable, asText, entriesOf, member } from '../parse/untrusted-value.ts';

const publicRegistries = new Set(['https://pub.dev', 'https://pub.dartlang.org', 'http://pub.dartlang.org']);

/**
 * Determines the source: the public registry, another registry, a git repository, the SDK or this repository.
 */
const sourceOf = (entry: unknown, { name, version }: { name: string; version: string }) => {
  const source = member(entry, 'source');
  const description = member(entry, 'description');
  const url = asText(member(description, 'url'), 2048) ?? '';
  if (source === 'git') {
    const commit = asText(member(description, 'resolved-ref')) ?? '';
    return { ecosystem: 'Pub' as const, origin: { kind: source, url: vcsUrl(`${url}#${commit}`) } as const };
  }
  if (source === 'path') {
    const outside = (asText(member(description, 'path'), 4096) ?? '').startsWith('..');
    return { local: outside ? ('path' as const) : ('member' as const) };
  }
  if (source !== 'hosted') return {};
  const registry = url.replace(/\/$/, '');
  if (registry === '' || publicRegistries.has(registry)) return { ecosystem: 'Pub' as const };
  return {
    ecosystem: 'Pub' as const,
    purl: purlOf({ ecosystem: 'Pub', name, version, qualifiers: { repository_url: publicUrl(registry) } }),
  };
};

const packageOf = (key: string, entry: unknown): FoundPackage | undefined => {
  const version = asText(member(entry, 'version'));
  // The description states the name of the fetched package.
  const name = asText(member(member(entry, 'description'), 'name')) ?? asText(key);
  if (!asText(key) || !name || !version) return undefined;
  const sha256 = asText(member(member(entry, 'description'), 'sha256'));
  return {
    key,
    name,
    version,
    ...sourceOf(entry, { name, version }),
    hashes: sha256 ? fileHashes([`sha256:${sha256}`]) : [],
  };
};

const tables = [
  ['dependencies', 'required'],
  ['dev_dependencies', 'dev'],
] as const;

/** Returns the version range of a dependency; a dependency on an SDK, a path or a repository has none. */
const rangeOf = (name: string, value: unknown): RequestedRange[] => {
  const range = asText(value) ?? asText(member(value, 'version'));
  return range === undefined ? [] : [{ name, range }];
};

/** Returns whether a dependency is of a registry or a repository of git: one of a path or of an SDK says so. */
const isExternal = (value: unknown): boolean =>
  ['path', 'sdk'].every((source) => member(value, source) === undefined);

/**
 * Adds the direct dependencies of workspace members from their manifests; the lockfile marks only those of the root.
 * Dependencies of the root's manifest that the lockfile does not list are noted.
 */
const addManifests = (input: LockfileInput, roots: Roots, packages: readonly FoundPackage[]): void => {
  const { findNearby, readText, notes } = input;
  const keys = new Set(packages.map(({ key }) => key));
  const asked: RequestedRange[] = [];
  const replaced = new Map<string, unknown>();
  const external = new Set<string>();
  const own = siblingPath(input.path, 'pubspec.yaml');
  for (const path of new Set([own, ...findNearby('pubspec.yaml')])) {
    const text = readText(path);
    const manifest = tryParse(text, parseYamlStream)?.[0];
    if (path === own && text !== undefined && !manifest) notes.add(unreadableManifests, path);
    const isMember = asText(member(manifest, 'resolution')) === 'workspace';
    if (!isMember && path !== own) continue;
    for (const [name, value] of entriesOf(member(manifest, 'dependency_overrides')))
      replaced.set(name, value);
    for (const [table, kind] of tables) {
      const entries = entriesOf(member(manifest, table));
      const names = entries.map(([name]) => name);
      asked.push(...entries.flatMap(([name, value]) => rangeOf(name, value)));
      for (const [name, value] of entries) if (isExternal(value)) external.add(name);
      if (isMember) roots[kind].push(...names);
      else notes.addRequests(names, (name) => keys.has(name));
    }
  }
  const overrides = tryParse(
    readText(siblingPath(input.path, 'pubspec_overrides.yaml')),
    parseYamlStream,
  )?.[0];
  for (const [name, value] of entriesOf(member(overrides, 'dependency_overrides'))) replaced.set(name, value);
  const open = asked.filter(({ name }) => !replaced.has(name));
  for (const [name, value] of replaced)
    if (isExternal(value)) external.add(name);
    else external.delete(name);
  for (const found of packages)
    // pub resolves an entry afresh whose source is not that of the request.
    if (found.local && external.has(found.key)) found.local = 'path';
  noteUnmetRanges(
    open,
    packagesByName(packages, ({ key }) => key),
    notes,
  );
};

/** Reads pubspec.lock. It marks direct dependencies and has no graph. */
export const readPubspecLock: LockfileReader = (input) => {
  const { text, notes } = input;
  const [document] = parseYamlStream(text);
  const table = member(document, 'packages');
  // A project without dependencies has `packages: {}`.
  if (!asTable(table) && asText(table) !== '{}') throw new UnreadableFile('it has no packages table');
  if (member(document, 'sdks') === undefined)
    throw new UnreadableFile('its sdks are missing: it may be cut off');
  const packages: FoundPackage[] = [];
  const roots = emptyRoots();
  for (const [name, entry] of limitPackages(entriesOf(table), notes)) {
    const found = packageOf(name, entry);
    if (!found) {
      notes.add(unreadableEntries, name);
      continue;
    }
    packages.push(found);
    const dependency = asText(member(entry, 'dependency')) ?? '';
    if (dependency === 'direct dev') roots.dev.push(found.key);
    else if (dependency.startsWith('direct')) roots.required.push(found.key);
  }
  addManifests(input, roots, packages);
  const keys = new Set(packages.map(({ key }) => key));
  const namesIn = (each: string): string[] =>
    entriesOf(member(tryParse(each, parseYamlStream)?.[0], 'dependencies')).map(([name]) => name);
  noteUncoveredBelow(input, [{ file: 'pubspec.yaml', namesIn }], (name) => keys.has(name));
  return { packages, roots };
};
