import { posix } from 'node:path';
import { IntegrityHashes } from '../hashes.ts';
import { isTooDeep, createResolver, type Resolve } from '../npm/node-modules.ts';
import type { Notes } from '../gap-notes.ts';
import { sourceOfSpec, splitSpec } from '../npm/npm-spec.ts';
import { noteUnmetRequest } from '../npm/requested-version.ts';
import { memberManifests } from '../npm/member-manifests.ts';
import { declaredDependencies, dependencyNames } from '../npm/package-json.ts';
import { limitPackages } from '../package-limit.ts';
import { parseJsonc } from '../parse/parse-jsonc.ts';
import {
  unreadableEntries,
  missingDependencies,
  signsOfCut,
  emptyRoots,
  rootKinds,
  type FoundPackage,
  type LockfileInput,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asTable, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

const ecosystem = 'npm';
const integrity = /^(?:sha1|sha256|sha384|sha512|md5)-/;

const isIntegrity = (value: unknown): boolean =>
  typeof value === 'string' && (value.startsWith('sha512-') || integrity.test(value));

/**
 * Converts a key of the lockfile to a node_modules path: `a/@scope/b` is the `@scope/b` that only `a` sees.
 * With npm's layout the same resolver finds it.
 */
const locationOf = (path: string): string => {
  if (!path.includes('/')) return `node_modules/${path}`;
  const names: string[] = [];
  let scope = '';
  for (const part of path.split('/')) {
    if (part.startsWith('@')) scope = `${part}/`;
    else {
      names.push(`node_modules/${scope}${part}`);
      scope = '';
    }
  }
  return names.join('/');
};

interface Entry {
  found: FoundPackage;
  info: Table;
  /** Path of the workspace member. */
  workspace?: string;
}

const isOutside = (path: string): boolean => posix.normalize(path).startsWith('..') || path.startsWith('/');

const fromRegistry = { ecosystem } as const;

const sourceOf = (resolution: string): Partial<FoundPackage> => {
  if (/^\d/.test(resolution)) return fromRegistry;
  if (resolution.startsWith('workspace:')) return { local: 'member' };
  if (/^(?:file|link|root):/.test(resolution)) return { local: 'path' };
  const source = sourceOfSpec(resolution);
  // A tarball inside the project has no URL scheme.
  return source.origin ? { ...source, ecosystem } : { local: 'path' };
};

/** Returns the first item after the specifier that passes. */
const itemWhere = (tuple: readonly unknown[], passes: (value: unknown) => boolean): unknown => {
  for (let at = 1; at < tuple.length; at += 1) if (passes(tuple[at])) return tuple[at];
  return undefined;
};

const isTable = (value: unknown): boolean => asTable(value) !== undefined;
const workspaceMark = 'workspace:';

const entryOf = (location: string, tuple: readonly unknown[], hashes: IntegrityHashes): Entry | undefined => {
  const stated = asText(tuple[0], 4096);
  if (!stated) return undefined;
  const { name, range } = splitSpec(stated);
  if (!asText(name) || range === '') return undefined;
  const source = sourceOf(range);
  const version = source.ecosystem && !source.origin ? asText(range) : undefined;
  const info = asTable(itemWhere(tuple, isTable)) ?? {};
  const sums = hashes.listFor(itemWhere(tuple, isIntegrity));
  const found: FoundPackage = { key: location, name, ...source, hashes: sums };
  if (version) found.version = version;
  return range.startsWith(workspaceMark)
    ? { found, info, workspace: range.slice(workspaceMark.length) }
    : { found, info };
};

/** Splits dependency names into required ones and those that may be missing. */
const needsOf = (table: Table): Record<'required' | 'hard' | 'soft', readonly string[]> => {
  const { required, optional } = dependencyNames(table);
  if (member(table, 'peerDependencies') === undefined) return { required, hard: required, soft: optional };
  const optionalPeers = new Set(textsOf(member(table, 'optionalPeers')));
  const peers = entriesOf(member(table, 'peerDependencies')).map(([name]) => name);
  return {
    required,
    hard: [...required, ...peers.filter((name) => !optionalPeers.has(name))],
    soft: [...optional, ...peers.filter((name) => optionalPeers.has(name))],
  };
};

interface Tree {
  resolve: Resolve;
  roots: Roots;
  notes: Notes;
}

/** Adds the edges of an entry from its dependency tables. */
const connect = ({ found }: Entry, table: Table, { resolve, notes }: Tree): void => {
  const location = found.key;
  const { required, hard, soft } = needsOf(table);
  let regular: ReadonlySet<string> | undefined;
  // A peer dependency may be missing and every dependent would report it; a regular dependency may not.
  found.dependsOn = resolve(location, hard, (name) => {
    regular ??= new Set(required);
    if (regular.has(name)) notes.add(missingDependencies, name);
  });
  found.optionallyDependsOn = resolve(location, soft);
};

const entriesIn = (document: Table, notes: Notes): Map<string, Entry> => {
  const entries = new Map<string, Entry>();
  const hashes = new IntegrityHashes();
  for (const [path, tuple] of limitPackages(entriesOf(member(document, 'packages')), notes)) {
    const location = locationOf(path);
    if (isTooDeep(location)) {
      notes.add('nested too deeply to be read', path);
      continue;
    }
    const entry = entryOf(location, asList(tuple), hashes);
    if (entry) entries.set(location, entry);
    else notes.add(unreadableEntries, path);
  }
  hashes.convert();
  return entries;
};

const addRoots = ({ roots, resolve, notes }: Tree, location: string, workspace: Table): void => {
  const declared = declaredDependencies(workspace);
  for (const kind of rootKinds) {
    for (const name of declared[kind].keys()) {
      const found = resolve(location, [name]);
      roots[kind].push(...found);
      notes.addRequest(name, found.length > 0);
    }
  }
  const { hard, soft } = needsOf(workspace);
  // Bun installs the peer dependencies of the unit itself.
  roots.optional.push(
    ...resolve(
      location,
      [...hard, ...soft].filter((name) => !declared.dev.has(name)),
    ),
  );
};

/**
 * Notes requests of the manifests that are missing in the file, from their workspaces or packages, and members
 * without a workspace entry.
 */
const noteUnlisted = (
  workspaces: Table,
  input: LockfileInput,
  find: (directory: string, name: string) => FoundPackage | undefined,
): void => {
  const all = entriesOf(workspaces).map(([, each]) => declaredDependencies(asTable(each) ?? {}));
  const has = (name: string): boolean => all.some((each) => rootKinds.some((kind) => each[kind].has(name)));
  const { members, isCertain } = memberManifests(input, { has });
  const overridden = members[0]?.manifest.overridden;
  for (const { directory, manifest } of members) {
    if (directory !== '' && !isCertain) continue;
    const workspace = asTable(member(workspaces, directory));
    if (!workspace) input.notes.add(signsOfCut, `no workspace ${directory}`);
    const listed = declaredDependencies(workspace ?? {});
    const isListed = (name: string): boolean => rootKinds.some((kind) => listed[kind].has(name));
    // What the workspace lists is already recorded with its entry.
    for (const [name, range] of rootKinds.flatMap((kind) => [...manifest[kind]])) {
      if (!isListed(name)) input.notes.addRequest(name, false);
      else if (!overridden?.has(name)) noteUnmetRequest({ name, range }, find(directory, name), input.notes);
    }
  }
};

/**
 * Reads bun.lock, the text format of Bun 1.2 and later. It lists each node_modules path with the package
 * installed there.
 */
export const readBunLock: LockfileReader = (input) => {
  const { text, notes } = input;
  const document = parseJsonc(text);
  const version = member(document, 'lockfileVersion');
  if (version !== 0 && version !== 1) throw new UnreadableFile('its lockfileVersion is not 0 or 1');
  const workspaces = asTable(member(document, 'workspaces'));
  if (!workspaces) throw new UnreadableFile('it has no workspaces');
  const entries = entriesIn(document, notes);
  const tree = { resolve: createResolver(entries, notes), roots: emptyRoots(), notes };
  const { roots } = tree;
  addRoots(tree, '', asTable(member(workspaces, '')) ?? {});
  const members = new Map<string, string>();
  for (const [location, { workspace }] of entries)
    if (workspace !== undefined) members.set(workspace, location);
  noteUnlisted(workspaces, input, (directory, name) => {
    const [location = ''] = tree.resolve(members.get(directory) ?? '', [name]);
    return entries.get(location)?.found;
  });
  for (const [location, entry] of entries) {
    // Since version 1 the dependencies of a workspace are listed in `workspaces`; before, they were listed here
    // too.
    const workspace =
      entry.workspace === undefined ? undefined : asTable(member(workspaces, entry.workspace));
    connect(entry, workspace ?? entry.info, tree);
    if (entry.workspace === undefined) continue;
    if (isOutside(entry.workspace)) entry.found.local = 'path';
    roots.required.push(location);
    addRoots(tree, location, workspace ?? entry.info);
  }
  return { packages: [...entries.values()].map(({ found }) => found), roots };
};
