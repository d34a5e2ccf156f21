import { fileHashes } from '../hashes.ts';
import { publicUrl, vcsUrl } from '../package-address.ts';
import { limitPackages, KeysByName } from '../package-limit.ts';
import { parseGeneratedToml } from '../parse/generated-toml.ts';
import type { Notes } from '../gap-notes.ts';
import { noteUncoveredBelow } from '../uncovered-manifests.ts';
import { noteUnlistedRequests, pythonManifests, readPyproject } from './python-manifest.ts';
import { pypiName } from './python-requirement.ts';
import {
  unreadableEntries,
  missingDependencies,
  signsOfCut,
  noteOpenEnd,
  noteUnconfirmed,
  rootKinds,
  emptyRoots,
  type FoundPackage,
  type LockfileInput,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { noteUnmetRanges, packagesByName, type RequestedRange } from '../unmet-ranges.ts';
import { isOfRepository, uvProjects, type UvProjects } from '../workspaces/uv-sources.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asTable, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

/** A package with the table that its edges are read from. */
interface Entry {
  found: FoundPackage;
  table: unknown;
  /** True for the unit itself and its workspace members: their dependencies are direct. */
  own: boolean;
}

const localKinds = ['editable', 'virtual', 'directory', 'path'] as const;

const fromRegistry = { ecosystem: 'PyPI' } as const;

const sourceOf = (source: unknown): Partial<FoundPackage> => {
  const kind = localKinds.find((each) => member(source, each) !== undefined);
  if (kind) {
    const inside = !(asText(member(source, kind), 4096) ?? '').startsWith('..');
    return { local: inside && (kind === 'editable' || kind === 'virtual') ? 'member' : 'path' };
  }
  const git = asText(member(source, 'git'), 2048);
  if (git) return { ecosystem: 'PyPI', origin: { kind: 'git', url: vcsUrl(git) } };
  const registry = asText(member(source, 'registry'), 2048);
  // A folder of archives: only their names say what is in them.
  const folder = registry !== undefined && !/^https?:/i.test(registry) ? registry : undefined;
  const url = asText(member(source, 'url'), 2048) ?? folder;
  return url ? { ecosystem: 'PyPI', origin: { kind: 'url', url: publicUrl(url) } } : fromRegistry;
};

const hashesOf = (entry: unknown): FoundPackage['hashes'] =>
  fileHashes(
    textsOf(
      [member(entry, 'sdist'), ...asList(member(entry, 'wheels'))].map((file) =>
        asText(member(file, 'hash')),
      ),
    ),
  );

const entryOf = (table: unknown, members: ReadonlySet<string>): Entry | undefined => {
  const stated = asText(member(table, 'name'));
  if (!stated) return undefined;
  const name = pypiName(stated);
  const version = asText(member(table, 'version'));
  const source = sourceOf(member(table, 'source'));
  const hashes = hashesOf(table);
  if (source === fromRegistry && version) {
    const found: FoundPackage = { key: `${name}@${version} ""`, ecosystem: 'PyPI', name, version, hashes };
    return { found, table, own: members.has(name) };
  }
  return {
    found: {
      key: `${name}@${version ?? ''} ${JSON.stringify(source.origin?.url ?? source.local ?? '')}`,
      name,
      ...(version && { version }),
      ...source,
      hashes,
    },
    table,
    own: source.local === 'member' || members.has(name),
  };
};

type Lookup = (dependencies: unknown) => string[];

/** Resolves dependencies and notes missing ones. A dependency states its version only if the file has several. */
const lookupIn = (entries: readonly Entry[], notes: Notes): Lookup => {
  const keys = new KeysByName();
  for (const { found } of entries) keys.add(found.name, found.key);
  let pinned: KeysByName | undefined;
  const findPinned = (pin: string): readonly string[] => {
    if (!pinned) {
      pinned = new KeysByName();
      for (const { found } of entries) pinned.add(`${found.name}==${found.version}`, found.key);
    }
    return pinned.find(pin);
  };
  return (dependencies) => {
    const needed: string[] = [];
    for (const dependency of asList(dependencies)) {
      const name = pypiName(asText(member(dependency, 'name')) ?? '');
      const version = asText(member(dependency, 'version'));
      const found = version === undefined ? keys.find(name) : findPinned(`${name}==${version}`);
      if (found.length === 0) notes.add(missingDependencies, name);
      for (const key of found) needed.push(key);
    }
    return needed;
  };
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

const entryNames = (entries: readonly Entry[]): Set<string> =>
  new Set(entries.map(({ found }) => found.name));

const ownTables = ['dependencies', 'optional-dependencies', 'dev-dependencies', 'metadata'];

const isEmptyTable = (value: unknown): boolean =>
  asTable(value) !== undefined && entriesOf(value).length === 0;

/** Notes requests of the project that the file does not list: those of its own metadata and of the manifest. */
const noteUnlisted = (
  entries: readonly Entry[],
  document: Table,
  { path, notes, readText }: LockfileInput,
): void => {
  const find = packagesByName(entries.map(({ found }) => found));
  const hasEntry = (name: string): boolean => find(name).length > 0;
  const replaced = new Set(
    asList(member(member(document, 'manifest'), 'overrides')).map((each) => asText(member(each, 'name'))),
  );
  const asked: RequestedRange[] = [];
  for (const { table, own } of entries) {
    if (!own) continue;
    const metadata = member(table, 'metadata');
    const lists = [member(metadata, 'requires-dist'), ...tablesOf(metadata, 'requires-dev')];
    for (const requirement of lists.flatMap(asList)) {
      const name = pypiName(asText(member(requirement, 'name')) ?? '');
      const isUnconditional = member(requirement, 'marker') === undefined;
      if (hasEntry(name) || isUnconditional) notes.addRequest(name, hasEntry(name));
      const range = asText(member(requirement, 'specifier'));
      if (isUnconditional && range !== undefined && !replaced.has(name)) asked.push({ name, range });
    }
  }
  noteUnmetRanges(asked, find, notes);
  const asksForNothing = ({ table, own }: Entry): boolean =>
    own && !ownTables.some((name) => member(table, name) !== undefined);
  const hasManifest = readPyproject(readText(siblingPath(path, 'pyproject.toml'))) !== undefined;
  if (!hasManifest && entries.some(asksForNothing)) noteUnconfirmed('pyproject.toml', notes);
};

/** Notes requests of the manifests that the file does not list. */
const noteRequests = (
  entries: readonly Entry[],
  { projects, split }: { projects: UvProjects | undefined; split: ReadonlySet<string> },
  { path, notes, readText }: LockfileInput,
): void => {
  const byName = packagesByName(entries.map(({ found }) => found));
  // A package that is of the repository for some only meets no request of the others.
  const find = (name: string): readonly FoundPackage[] => {
    const outside = split.has(name) ? byName(name).filter(({ local }) => !local) : [];
    return outside.length > 0 ? outside : byName(name);
  };
  const manifestPath = siblingPath(path, 'pyproject.toml');
  const context = { path: manifestPath, notes, readText, find };
  if (!projects) noteUnlistedRequests(undefined, rootKinds, context);
  for (const { manifest, isMember } of projects?.all ?? []) {
    const overridden = manifest.overridden.union(projects?.root.manifest.overridden ?? new Set<string>());
    noteUnlistedRequests({ ...manifest, overridden }, isMember ? rootKinds : ['required'], context);
  }
};

/** Notes parts that uv would not have omitted: the project itself, members, and the files of the last entry. */
const noteCut = (
  entries: readonly Entry[],
  members: ReadonlySet<string>,
  { text, notes }: LockfileInput,
): void => {
  noteOpenEnd(text, notes);
  const names = members.size === 0 ? members : entryNames(entries);
  if (!entries.some(({ own }) => own)) notes.add(signsOfCut, 'no entry of the project itself');
  for (const name of members) if (!names.has(name)) notes.add(signsOfCut, `no entry of the member ${name}`);
  const last = entries.at(-1);
  if (last && ownTables.some((name) => isEmptyTable(member(last.table, name))))
    notes.add(signsOfCut, `the last entry, ${last.found.name}, is not whole`);
  const isFromRegistry = last?.found.ecosystem !== undefined && !last.found.origin;
  if (last && isFromRegistry && !member(last.table, 'sdist') && !member(last.table, 'wheels'))
    notes.add(signsOfCut, `the last entry, ${last.found.name}, is not whole`);
};

const isUnit = (table: unknown): boolean => {
  const source = member(table, 'source');
  return member(source, 'editable') === '.' || member(source, 'virtual') === '.';
};

/**
 * Takes entries for what they are not, which uv resolves afresh: `tool.uv.sources` names what is of a path or the workspace.
 * @returns the names that are of a registry, too.
 */
const judgeLocal = (entries: readonly Entry[], projects: UvProjects | undefined): Set<string> => {
  const split = new Set<string>();
  const local = entries.filter(({ found }) => found.local);
  if (!projects || local.length === 0) return split;
  const [needed, registered] = [new Set<string>(), new Set<string>()];
  for (const { found, table } of entries) {
    if (found.local) continue;
    registered.add(found.name);
    for (const list of [member(table, 'dependencies'), ...tablesOf(table, 'optional-dependencies')])
      for (const need of asList(list)) needed.add(pypiName(asText(member(need, 'name')) ?? ''));
  }
  for (const { found } of local) {
    const { name } = found;
    const isLocal = isOfRepository(name, projects, needed.has(name));
    if (isLocal === 'sometimes') split.add(name);
    if (!isLocal || (isLocal === 'sometimes' && !registered.has(name))) found.local = 'path';
  }
  return split;
};

/** Reads uv.lock. The extras of a registry package are in the file only if something requests them. */
export const readUvLock: LockfileReader = (input) => {
  const { text, notes } = input;
  const document = parseGeneratedToml(text);
  if (member(document, 'version') !== 1) throw new UnreadableFile('its version is not 1');
  const members = new Set(textsOf(member(member(document, 'manifest'), 'members')).map(pypiName));
  const entries = limitPackages(asList(member(document, 'package')), notes).flatMap((table): Entry[] => {
    const entry = entryOf(table, members);
    if (!entry) notes.add(unreadableEntries, 'a package without name');
    return entry ? [entry] : [];
  });
  const lookup = lookupIn(entries, notes);
  const projects = uvProjects(input);
  const split = judgeLocal(entries, projects);
  noteUnlisted(entries, document, input);
  noteRequests(entries, { projects, split }, input);
  let names: ReadonlySet<string> | undefined;
  noteUncoveredBelow(input, pythonManifests, (name) => {
    names ??= entryNames(entries);
    return names.has(name);
  });
  noteCut(entries, members, input);
  const roots = emptyRoots();
  const packages: FoundPackage[] = [];
  for (const entry of entries) {
    const { found, table, own } = entry;
    if (own) addRoots(roots, entry, lookup);
    if (isUnit(table) && found.local !== 'path') continue;
    const extras = tablesOf(table, 'optional-dependencies').flatMap(lookup);
    found.dependsOn = lookup(member(table, 'dependencies'));
    if (!own) for (const key of extras) found.dependsOn.push(key);
    if (own) roots.required.push(found.key);
    packages.push(found);
  }
  return entries.some(({ own }) => own) ? { packages, roots } : { packages };
};
