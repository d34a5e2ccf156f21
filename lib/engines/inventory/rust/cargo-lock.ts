import { readCargoManifests, type CargoManifest } from './cargo-manifest.ts';
import { reachedManifests, replacedEntries, type Needing, type Reached } from './cargo-members.ts';
import { hexHash } from '../hashes.ts';
import type { Notes } from '../gap-notes.ts';
import { publicUrl, vcsUrl } from '../package-address.ts';
import { limitPackages, KeysByName } from '../package-limit.ts';
import { parseGeneratedToml } from '../parse/generated-toml.ts';
import { purlOf } from '@scangate/engines/purl/ecosystem-purl';
import {
  unreadableEntries,
  missingDependencies,
  signsOfCut,
  unreadableManifests,
  noteEarlyEnd,
  noteOpenEnd,
  noteUnconfirmed,
  rootKinds,
  emptyRoots,
  type FoundPackage,
  type LockfileInput,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { noteUnmetRanges, packagesByName } from '../unmet-ranges.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { unique } from '@scangate/engines/text/unique-texts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asText, member, textsOf, type Table } from '../parse/untrusted-value.ts';

const ecosystem = 'crates.io';

/** crates.io, the registry that advisories refer to, by its git index and its sparse index. */
const cratesIo =
  /^(?:registry\+https:\/\/github\.com\/rust-lang\/crates\.io-index|sparse\+https:\/\/index\.crates\.io\/?)$/;

const usualSource = 'registry+https://github.com/rust-lang/crates.io-index';
const fromCratesIo = { ecosystem } as const;

const sourceOf = (name: string, version: string, source: string | undefined): Partial<FoundPackage> => {
  if (source === undefined) return {};
  if (source === usualSource || cratesIo.test(source)) return fromCratesIo;
  if (source.startsWith('git+')) return { ecosystem, origin: { kind: 'git', url: vcsUrl(source) } };
  const url = publicUrl(source.replace(/^(?:registry|sparse)\+/, ''));
  return {
    ecosystem,
    origin: { kind: 'url', url },
    purl: purlOf({ ecosystem, name, version, qualifiers: { repository_url: url } }),
  };
};

/** Reads the checksums. Version 1 of the format keeps all of them in one table at the end. */
const hashesOf = (entry: unknown, key: string, document: Table): FoundPackage['hashes'] => {
  const stated = member(entry, 'checksum') ?? member(member(document, 'metadata'), `checksum ${key}`);
  const hash = hexHash('sha256', asText(stated) ?? '');
  return hash ? [hash] : [];
};

interface Entry {
  found: FoundPackage;
  needs: string[];
}

const entryOf = (entry: unknown, document: Table): Entry | undefined => {
  const name = asText(member(entry, 'name'));
  const version = asText(member(entry, 'version'));
  if (!name || !version) return undefined;
  const source = asText(member(entry, 'source'), 2048);
  const key = `${name} ${version}${source === undefined ? '' : ` (${source})`}`;
  const hashes = hashesOf(entry, key, document);
  return {
    found: { key, name, version, ...sourceOf(name, version, source), hashes },
    needs: textsOf(member(entry, 'dependencies')),
  };
};

/** Finds the keys of the packages that a dependency means. */
type Find = (need: string) => readonly string[];

/**
 * Indexes packages by the forms a dependency uses: `name`, `name version` or `name version (source)`, as short
 * as is unambiguous. Nearly all are the name, so the others are indexed when the first of them is looked for.
 */
const indexOf = (entries: readonly Entry[]): Find => {
  const byName = new KeysByName();
  for (const { found } of entries) byName.add(found.name, found.key);
  let whole: KeysByName | undefined;
  return (need) => {
    if (!need.includes(' ')) return byName.find(need);
    whole ??= wholeIndexOf(entries);
    return whole.find(need);
  };
};

const wholeIndexOf = (entries: readonly Entry[]): KeysByName => {
  const keys = new KeysByName();
  for (const { found } of entries) {
    const { key, name, version } = found;
    // A dependency on a git repository names no commit.
    const unpinned = key.includes('#') ? `${key.slice(0, key.lastIndexOf('#'))})` : key;
    for (const called of new Set([name, `${name} ${version}`, unpinned, key])) keys.add(called, key);
  }
  return keys;
};

/**
 * Reads the manifests of this repository. A package without a source belongs to the repository if a manifest
 * names it, or if there is no manifest at all. Of several manifests with one name the nearest wins, because the
 * others belong to tests and examples.
 */
const ownManifests = ({ findNearby, readText }: LockfileInput): Map<string, CargoManifest> => {
  const manifests = readCargoManifests(findNearby('Cargo.toml').map(readText)).toReversed();
  return new Map(
    manifests.flatMap((manifest) => (manifest.name === undefined ? [] : [[manifest.name, manifest]])),
  );
};

/** Returns the strongest kind that any of the manifests with the name of a package has for a dependency. */
const kindOf = (manifests: readonly CargoManifest[], name: string): keyof Roots =>
  rootKinds.find((kind) => manifests.some((manifest) => manifest[kind].has(name))) ?? 'required';

const nameOfNeed = (need: string): string => need.split(' ', 1)[0] ?? need;

interface Graph {
  find: Find;
  roots: Roots;
  notes: Notes;
}

/** Adds the edges of an entry, and the dependencies of a workspace member to the roots. */
const connect = (
  { found, needs }: Entry,
  manifests: readonly CargoManifest[],
  { find, roots, notes }: Graph,
): void => {
  const [dependsOn, optionallyDependsOn]: [string[], string[]] = [[], []];
  for (const need of unique(needs)) {
    const needed = find(need);
    if (needed.length === 0) notes.add(missingDependencies, need);
    const kind = found.local === 'member' ? kindOf(manifests, nameOfNeed(need)) : 'required';
    for (const key of needed) {
      if (kind === 'required') dependsOn.push(key);
      if (kind === 'optional') optionallyDependsOn.push(key);
      if (found.local === 'member') roots[kind].push(key);
    }
  }
  found.dependsOn = dependsOn;
  found.optionallyDependsOn = optionallyDependsOn;
};

const entriesIn = (document: Table, { notes }: LockfileInput): Entry[] => {
  const root = member(document, 'root');
  const listed = [...(root === undefined ? [] : [root]), ...asList(member(document, 'package'))];
  // Even a crate without dependencies lists itself.
  if (listed.length === 0) throw new UnreadableFile('it lists no package: it may be cut off');
  const entries: Entry[] = [];
  for (const table of limitPackages(listed, notes)) {
    const entry = entryOf(table, document);
    if (entry) entries.push(entry);
    else notes.add(unreadableEntries, asText(member(table, 'name')) ?? 'a package without name');
  }
  return entries;
};

/** Returns the name of the package that lives in the lockfile's own directory, if there is one. */
const unitName = (entries: readonly Entry[], { path, readText }: LockfileInput): string | undefined => {
  const [own] = readCargoManifests([readText(siblingPath(path, 'Cargo.toml'))]);
  if (own) return own.name;
  const local = entries.filter(({ found }) => !found.ecosystem);
  return local.length === 1 ? local[0]?.found.name : undefined;
};

/** Notes requests of the manifests of the unit, its members and what paths lead to that the file does not list. */
const noteUnlisted = (
  entries: readonly Entry[],
  reached: Reached | undefined,
  { path, notes, readText }: LockfileInput,
): void => {
  const manifestPath = siblingPath(path, 'Cargo.toml');
  if (!reached) {
    if (readText(manifestPath) === undefined) noteUnconfirmed('Cargo.toml', notes);
    else notes.add(unreadableManifests, manifestPath);
    return;
  }
  const { root, members, others } = reached;
  const packages = entries.map(({ found }) => found);
  const find = packagesByName(packages);
  const findExternal = packagesByName(packages.filter(({ ecosystem: own }) => own !== undefined));
  const has = (name: string): boolean => find(name).length > 0;
  for (const { name } of members)
    if (name !== undefined && !has(name)) notes.add(signsOfCut, `no entry of the package ${name}`);
  const tested = new Set(members);
  // What a patch or the table of the workspace names may not be needed.
  for (const each of [...members, ...others.filter(({ name }) => name !== undefined && has(name))]) {
    // Cargo locks what any feature, target or kind of build may need, but builds no tests of other packages.
    const isAsked = (name: string): boolean => tested.has(each) || !each.dev.has(name);
    for (const kind of rootKinds) notes.addRequests([...each[kind]].filter(isAsked), has);
    // An entry of the repository meets no request for another package of its name.
    const isLocal = (asked: { name: string; isByPath: boolean }): boolean =>
      asked.isByPath || root.patched.has(asked.name);
    const ranges = Map.groupBy(
      each.ranges.filter(({ name }) => isAsked(name)),
      isLocal,
    );
    noteUnmetRanges(ranges.get(true) ?? [], find, notes);
    noteUnmetRanges(ranges.get(false) ?? [], findExternal, notes);
  }
};

/** Notes manifests below the lockfile that request something and whose packages are not in it: nothing pins them. */
const noteUncovered = (
  entries: readonly Entry[],
  { path, notes, readText, findNearby }: LockfileInput,
): void => {
  const own = new Set<string>();
  for (const { found } of entries) if (!found.ecosystem) own.add(found.name);
  for (const file of findNearby('Cargo.toml')) {
    if (file === siblingPath(path, 'Cargo.toml')) continue;
    const [manifest] = readCargoManifests([readText(file)]);
    const asks = manifest && rootKinds.some((kind) => manifest[kind].size > 0);
    if (asks && manifest.name !== undefined && !own.has(manifest.name)) notes.addUncovered(file);
  }
};

/**
 * Notes parts that Cargo would not have omitted from the last entry. An entry that merely lost its dependencies
 * looks like one that has none: packages that only it requests, and entries after it, are lost without a trace
 * (docs/formats.md).
 */
const noteCut = (entries: readonly Entry[], { text, notes }: LockfileInput): void => {
  noteOpenEnd(text, notes);
  noteEarlyEnd(
    entries.map(({ found }) => found.name),
    notes,
  );
  const fromRegistry = entries.filter(({ found }) => found.ecosystem && !found.origin);
  const last = entries.at(-1);
  const lacksHash = ({ found }: Entry): boolean => (found.hashes ?? []).length === 0;
  if (last && fromRegistry.includes(last) && lacksHash(last) && !fromRegistry.every(lacksHash))
    notes.add(signsOfCut, `the last entry, ${last.found.name}, is not whole`);
};

/** Returns entries with those that they need which have the name of one without a source. */
const needingLocal = (entries: readonly Entry[], find: Find): Needing[] => {
  const names = new Set(entries.flatMap(({ found }) => (found.ecosystem ? [] : [found.name])));
  const byKey = new Map(
    entries.flatMap(({ found }) => (names.has(found.name) ? [[found.key, found] as const] : [])),
  );
  return entries.map(({ found, needs }) => ({
    found,
    needed: needs
      .filter((need) => names.has(nameOfNeed(need)))
      .flatMap((need) => find(need).flatMap((key) => byKey.get(key) ?? [])),
  }));
};

/**
 * Reads Cargo.lock, versions 1 to 4. The Cargo.toml files say which dependencies are for development only.
 */
export const readCargoLock: LockfileReader = (input) => {
  const document = parseGeneratedToml(input.text);
  const version = member(document, 'version');
  if (version !== undefined && !(typeof version === 'number' && version >= 1 && version <= 4))
    throw new UnreadableFile('its version is not 1, 2, 3 or 4');
  const entries = entriesIn(document, input);
  const manifests = ownManifests(input);
  const unit = unitName(entries, input);
  const find = indexOf(entries);
  const roots = emptyRoots();
  const packages: FoundPackage[] = [];
  const reached = reachedManifests(input);
  noteUnlisted(entries, reached, input);
  noteCut(entries, input);
  noteUncovered(entries, input);
  const isReplaced = reached ? replacedEntries(needingLocal(entries, find), reached) : new Set();
  for (const entry of entries) {
    const { found } = entry;
    const named = manifests.get(found.name);
    const own = reached?.byName.get(found.name) ?? (named ? [named] : []);
    const isMember = manifests.size === 0 || own.length > 0;
    if (!found.ecosystem) found.local = isMember && !isReplaced.has(found) ? 'member' : 'path';
    connect(entry, own, { find, roots, notes: input.notes });
    if (found.local === 'member' && found.name === unit) continue;
    if (found.local === 'member') roots.required.push(found.key);
    packages.push(found);
  }
  return { packages, roots };
};
