import { posix } from 'node:path';
import { IntegrityHashes } from '../hashes.ts';
import { isTooDeep, createResolver, type Resolve } from '../npm/node-modules.ts';
import type { Notes } from '../gap-notes.ts';
import { sourceOfSpec, splitSpec } from '../npm/npm-spec.ts';
import { noteUnmetRequest, rangesOfManager } from '../npm/requested-version.ts';
import { memberManifests } from '../npm/member-manifests.ts';
import { declaredDependencies, dependencyNames, namesWithout } from '../npm/package-json.ts';
import { limitPackages } from '../package-limit.ts';
import type { JsonCursor } from '../parse/json-cursor.ts';
import { membersAt, namesAt, requestedNamesAt, textAt, textsAt } from '../parse/json-members.ts';
import { readJsonc } from '../parse/parse-jsonc.ts';
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
import { asTable, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

const ecosystem = 'npm';
const ofIntegrity = /^(?:sha1|sha256|sha384|sha512|md5)-/;

const isIntegrity = (value: unknown): boolean =>
  typeof value === 'string' && (value.startsWith('sha512-') || ofIntegrity.test(value));

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

type Needs = Record<'required' | 'hard' | 'soft', readonly string[]>;

/** A member of `packages`: what is installed, its dependencies and its hash. */
interface Listed {
  path: string;
  stated: string | undefined;
  needs: Needs | undefined;
  integrity: string | undefined;
  /** The dependency tables of a workspace member, which are a copy of its manifest. */
  manifest: Table | undefined;
}

interface Entry {
  found: FoundPackage;
  needs: Needs;
  /** Path of the workspace member. */
  workspace?: string;
  manifest?: Table | undefined;
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

const workspaceMark = 'workspace:';
const noNames: readonly string[] = [];
const noNeeds: Needs = { required: noNames, hard: noNames, soft: noNames };

/** Splits dependency names into required ones and those that may be missing. */
const splitNeeds = (
  { required, optional }: ReturnType<typeof dependencyNames>,
  peers: readonly string[],
  optionalPeers: readonly string[],
): Needs => {
  if (peers.length === 0) return { required, hard: required, soft: optional };
  const mayBeMissing = new Set(optionalPeers);
  return {
    required,
    hard: [...required, ...peers.filter((name) => !mayBeMissing.has(name))],
    soft: [...optional, ...peers.filter((name) => mayBeMissing.has(name))],
  };
};

const needsOf = (table: Table): Needs =>
  splitNeeds(
    dependencyNames(table),
    Object.keys(asTable(member(table, 'peerDependencies')) ?? {}),
    textsOf(member(table, 'optionalPeers')),
  );

/** Reads the dependency tables that the object has which was entered last. */
const readNeeds = (cursor: JsonCursor): Needs => {
  let [stated, optional, peers, optionalPeers] = [noNames, noNames, noNames, noNames];
  for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
    if (key === 'dependencies') stated = requestedNamesAt(cursor);
    else if (key === 'optionalDependencies') optional = requestedNamesAt(cursor);
    else if (key === 'peerDependencies') peers = namesAt(cursor);
    else if (key === 'optionalPeers') optionalPeers = textsAt(cursor);
    else cursor.skip();
  }
  return splitNeeds({ required: namesWithout(stated, optional), optional }, peers, optionalPeers);
};

const readListed = (cursor: JsonCursor, path: string): Listed => {
  const listed: Listed = {
    path,
    stated: undefined,
    needs: undefined,
    integrity: undefined,
    manifest: undefined,
  };
  if (!cursor.enterList() || !cursor.nextItem()) return listed;
  listed.stated = textAt(cursor, 4096);
  const isMember = splitSpec(listed.stated ?? '').range.startsWith(workspaceMark);
  while (cursor.nextItem()) {
    if (cursor.isText()) {
      const text = cursor.text();
      if (listed.integrity === undefined && isIntegrity(text)) listed.integrity = text;
    } else if (isMember) listed.manifest ??= asTable(cursor.value());
    else if (listed.needs) cursor.skip();
    else if (cursor.enterObject()) listed.needs = readNeeds(cursor);
  }
  return listed;
};

const entryOf = (location: string, listed: Listed, hashes: IntegrityHashes): Entry | undefined => {
  const { stated, needs = noNeeds, integrity, manifest } = listed;
  if (!stated) return undefined;
  const { name, range } = splitSpec(stated);
  if (!asText(name) || range === '') return undefined;
  const source = sourceOf(range);
  const version = source.ecosystem && !source.origin ? asText(range) : undefined;
  const sums = hashes.listFor(integrity);
  if (source === fromRegistry)
    return { found: { key: location, name, ecosystem, version, hashes: sums }, needs };
  const found: FoundPackage = { key: location, name, ...source, hashes: sums };
  if (version) found.version = version;
  return range.startsWith(workspaceMark)
    ? { found, needs, manifest, workspace: range.slice(workspaceMark.length) }
    : { found, needs };
};

interface Tree {
  resolve: Resolve;
  roots: Roots;
  notes: Notes;
}

/** Adds the edges of a package. */
const connect = (found: FoundPackage, { required, hard, soft }: Needs, { resolve, notes }: Tree): void => {
  const location = found.key;
  let regular: ReadonlySet<string> | undefined;
  // A peer dependency may be missing and every dependent would report it; a regular dependency may not.
  found.dependsOn = resolve(location, hard, (name) => {
    regular ??= new Set(required);
    if (regular.has(name)) notes.add(missingDependencies, name);
  });
  found.optionallyDependsOn = resolve(location, soft);
};

const entriesIn = (packages: readonly Listed[], notes: Notes): Map<string, Entry> => {
  const entries = new Map<string, Entry>();
  const hashes = new IntegrityHashes();
  for (const listed of limitPackages(packages, notes)) {
    const { path } = listed;
    const location = locationOf(path);
    if (isTooDeep(location)) {
      notes.add('nested too deeply to be read', path);
      continue;
    }
    const entry = entryOf(location, listed, hashes);
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
  const rangesOf = rangesOfManager('bun', members[0]?.manifest);
  for (const { directory, manifest } of members) {
    if (directory !== '' && !isCertain) continue;
    const workspace = asTable(member(workspaces, directory));
    if (!workspace) input.notes.add(signsOfCut, `no workspace ${directory}`);
    const listed = declaredDependencies(workspace ?? {});
    const isListed = (name: string): boolean => rootKinds.some((kind) => listed[kind].has(name));
    // What the workspace lists is already recorded with its entry.
    for (const [name, range] of rootKinds.flatMap((kind) => [...manifest[kind]])) {
      if (!isListed(name)) input.notes.addRequest(name, false);
      else {
        const ranges = rangesOf({ name, range });
        noteUnmetRequest({ name, range }, find(directory, name), { notes: input.notes, ranges });
      }
    }
  }
};

interface LockDocument {
  version: unknown;
  workspaces: Table | undefined;
  packages: readonly Listed[];
}

const readDocument = (text: string): LockDocument => {
  const document: LockDocument = { version: undefined, workspaces: undefined, packages: [] };
  readJsonc(text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      if (key === 'lockfileVersion') document.version = cursor.value();
      else if (key === 'workspaces') document.workspaces = asTable(cursor.value());
      else if (key === 'packages') document.packages = [...(membersAt(cursor, readListed)?.values() ?? [])];
      else cursor.skip();
    }
  });
  return document;
};

/**
 * Reads bun.lock, the text format of Bun 1.2 and later. It lists each node_modules path with the package
 * installed there.
 */
export const readBunLock: LockfileReader = (input) => {
  const { text, notes } = input;
  const { version, workspaces, packages } = readDocument(text);
  if (version !== 0 && version !== 1) throw new UnreadableFile('its lockfileVersion is not 0 or 1');
  if (!workspaces) throw new UnreadableFile('it has no workspaces');
  const entries = entriesIn(packages, notes);
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
  for (const [location, { found, needs, workspace, manifest }] of entries) {
    if (workspace === undefined) {
      connect(found, needs, tree);
      continue;
    }
    // Since version 1 the dependencies of a workspace are listed in `workspaces`; before, they were listed here
    // too.
    const table = asTable(member(workspaces, workspace)) ?? manifest ?? {};
    connect(found, needsOf(table), tree);
    if (isOutside(workspace)) found.local = 'path';
    roots.required.push(location);
    addRoots(tree, location, table);
  }
  return { packages: Array.from(entries.values(), ({ found }) => found), roots };
};
