import { strengthenMarks } from '../scopes-by-reachability.ts';
import { IntegrityHashes } from '../hashes.ts';
import {
  isInstalled,
  isOutside,
  isPlainLocation,
  nameAtLocation,
  createResolver,
  type Resolve,
} from './node-modules.ts';
import { Notes } from '../gap-notes.ts';
import { npmLicenseOf } from './npm-license.ts';
import { isArchiveAddress, sourceOfSpec } from './npm-spec.ts';
import { deprecationOf } from '../deprecation.ts';
import { noteUnmetRequest, rangesUnder, type RequestedPackage } from './requested-version.ts';
import { memberManifests } from './member-manifests.ts';
import { declaredDependencies, rangeIn, type PackageJson } from './package-json.ts';
import { readLockDocument } from './package-lock-document.ts';
import type { LockEntries, LockEntry } from './package-lock-entry.ts';
import {
  unreadableEntries,
  missingDependencies,
  emptyRoots,
  rootKinds,
  type FoundPackage,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { asAddress, asText } from '../parse/untrusted-value.ts';

interface Tree {
  /** The packages that were read, by location. */
  packages: Map<string, FoundPackage>;
  locations: LockEntries;
  resolve: Resolve;
  notes: Notes;
  noteMissing(name: string): void;
  integrities: IntegrityHashes;
}

const scopeOf = (entry: LockEntry): FoundPackage['scope'] => {
  if (entry.dev) return 'dev';
  // `devOptional` means: needed by an optional and by a development dependency, not by production alone.
  return entry.optional || entry.devOptional ? 'optional' : 'required';
};

/** Returns the directory a link points to: a workspace member, or a path outside. */
const linkTarget = (entry: LockEntry): string | undefined =>
  entry.link ? asAddress(entry.resolved) : undefined;

/** With a version, a tarball URL is how registries and mirrors serve packages. */
const isPlainlyFromRegistry = (entry: LockEntry, version: string | undefined): boolean => {
  const stated = entry.resolved;
  if (typeof stated === 'string' && version !== undefined && isArchiveAddress(stated)) return true;
  const resolved = asAddress(stated);
  return resolved === undefined || (version !== undefined && isArchiveAddress(resolved));
};

const sourceOf = (entry: LockEntry): Partial<FoundPackage> => {
  const source = sourceOfSpec(asAddress(entry.resolved) ?? '');
  return source.local ? { ...source, ecosystem: undefined } : source;
};

const linkedAt = ({ locations, resolve, notes }: Tree, location: string, target: string): FoundPackage => {
  const entry = locations.get(target);
  if (!entry && !isOutside(target)) notes.add(missingDependencies, target);
  return {
    key: location,
    local: isOutside(target) ? 'path' : 'member',
    name: entry?.name ?? nameAtLocation(location),
    ...(entry?.version && { version: entry.version }),
    dependsOn: resolve(target, entry?.required ?? []),
    optionallyDependsOn: resolve(target, entry?.optionals ?? []),
  };
};

const packageAt = (tree: Tree, location: string, entry: LockEntry): FoundPackage | undefined => {
  const { resolve, noteMissing, integrities } = tree;
  const name = entry.name ?? asText(nameAtLocation(location));
  if (!name) return undefined;
  const { version, required, peers, optionals } = entry;
  if (entry.hasShrinkwrap) tree.notes.add(ownLockfile, name);
  const dependsOn = resolve(location, required, noteMissing);
  // Whether a peer must be present is up to the dependent, and old versions of npm install none.
  if (peers.length > 0) dependsOn.push(...resolve(location, peers));
  const found: FoundPackage = {
    key: location,
    name,
    version,
    ecosystem: 'npm',
    scope: scopeOf(entry),
    hashes: integrities.listFor(entry.integrity),
    dependsOn,
    optionallyDependsOn: resolve(location, optionals),
    license: npmLicenseOf(entry),
  };
  if (!isPlainlyFromRegistry(entry, version)) Object.assign(found, sourceOf(entry));
  if (entry.deprecated !== undefined) Object.assign(found, deprecationOf(entry.deprecated));
  return found;
};

/** The kind under which packages are noted whose dependencies a lockfile in their archive chooses. */
const ownLockfile = 'packages that install what a lockfile of their own says';

/** A directory with a manifest in the tree. */
type Place = Tree & { location: string; rangesOf?: (asked: RequestedPackage) => readonly string[] };

/** Returns the ranges by which npm chooses. It refuses an override for the root that differs, unless it refers to another range. */
const rangesOfMember = (
  root: PackageJson | undefined,
  { isRoot, ...asked }: RequestedPackage & { isRoot: boolean },
): readonly string[] => {
  const overrides = root?.overrides.npm;
  const isReference = overrides?.get(asked.name)?.some(({ value }) => value.startsWith('$'));
  if (!overrides || (isRoot && !isReference)) return [asked.range];
  return rangesUnder(overrides, asked, (name) => rangeIn(root, name));
};

/** Adds the dependencies that a manifest declares, as resolved from its location. */
const addRoots = (roots: Roots, declared: PackageJson, place: Place): void => {
  const { resolve, notes, location, packages, rangesOf } = place;
  for (const kind of rootKinds) {
    for (const [name, range] of declared[kind]) {
      const found = resolve(location, [name]);
      roots[kind].push(...found);
      const asked = { name, range };
      if (rangesOf) noteUnmetRequest(asked, packages.get(found[0] ?? ''), { notes, ranges: rangesOf(asked) });
      notes.addRequest(name, found.length > 0);
    }
  }
};

/** Collects the direct dependencies: those of the root, the workspace members, and those of the members. */
const rootsOf = (tree: Tree, hasManifest: boolean): Roots => {
  const roots = emptyRoots();
  for (const [location, entry] of tree.locations) {
    if (entry.manifest && !isOutside(location))
      addRoots(roots, declaredDependencies(entry.manifest), {
        ...tree,
        location,
        // Without a manifest, the copy of the unit's own manifest states the requests; overrides cannot change that.
        ...(!hasManifest && location === '' && { rangesOf: ({ range }: RequestedPackage) => [range] }),
      });
    const target = linkTarget(entry);
    if (target !== undefined && !isOutside(target)) roots.required.push(location);
  }
  return roots;
};

/** Returns the versions of packages from the registry, by name; a name that also comes from elsewhere has none. */
const statedIn = (locations: LockEntries): Map<string, Set<string>> => {
  const stated = new Map<string, Set<string>>();
  for (const [location, entry] of locations) {
    if (!isInstalled(location)) continue;
    const { name = nameAtLocation(location), version, link } = entry;
    const { local, origin } = sourceOfSpec(asAddress(entry.resolved) ?? '');
    const isOther = link || local || origin?.kind === 'git' || version === undefined;
    const versions = stated.get(name) ?? new Set();
    stated.set(name, versions.add(isOther ? '' : version));
  }
  return stated;
};

/** Notes where the tree that old versions of npm install has other packages than the table that new versions use. */
const noteDisagreement = (oldEntries: LockEntries, entries: LockEntries, notes: Notes): void => {
  const [tree, table] = [statedIn(oldEntries), statedIn(entries)];
  for (const name of new Set([...tree.keys(), ...table.keys()])) {
    const [old = new Set<string>(), current = new Set<string>()] = [tree.get(name), table.get(name)];
    if (old.has('') || current.has('')) continue;
    for (const version of old.symmetricDifference(current))
      notes.add('packages that only one of its two lists has', `${name}@${version}`);
  }
};

/**
 * Reads npm's package-lock.json and npm-shrinkwrap.json: `packages` (versions 2 and 3), else the nested tree
 * (version 1).
 */
export const readPackageLock: LockfileReader = (input) => {
  const { text, notes } = input;
  const { entries: locations, isFlat: flat, oldEntries } = readLockDocument(text, notes);
  if (oldEntries) noteDisagreement(oldEntries, locations, notes);
  const tree: Tree = {
    locations,
    resolve: createResolver(locations, notes),
    notes,
    noteMissing: (name) => notes.add(missingDependencies, name),
    integrities: new IntegrityHashes(),
    packages: new Map(),
  };
  for (const [location, entry] of locations) {
    if (location !== '' && !isOutside(location) && !isPlainLocation(location)) {
      notes.add(unreadableEntries, location);
      continue;
    }
    if (!isInstalled(location)) continue;
    const target = linkTarget(entry);
    const found = target === undefined ? packageAt(tree, location, entry) : linkedAt(tree, location, target);
    if (found) tree.packages.set(location, found);
    else notes.add(unreadableEntries, location);
  }
  tree.integrities.convert();
  let names: Set<string> | undefined;
  const has = (name: string): boolean =>
    (names ??= new Set([...tree.packages.keys()].map(nameAtLocation))).has(name);
  const { members, isCertain } = memberManifests(input, { has });
  const ofManifests = emptyRoots();
  const root = members[0]?.manifest;
  for (const { directory, manifest } of members) {
    const isMember = directory === '' || (flat && isCertain);
    const rangesOf = (asked: RequestedPackage): readonly string[] =>
      rangesOfMember(root, { ...asked, isRoot: directory === '' });
    if (isMember) addRoots(ofManifests, manifest, { ...tree, location: directory, rangesOf });
  }
  const packages = [...tree.packages.values()];
  strengthenMarks(tree.packages, ofManifests.required, ({ key }) =>
    tree.resolve(key, locations.get(key)?.required ?? []),
  );
  if (flat && locations.has('')) return { packages, roots: rootsOf(tree, members.length > 0) };
  return members[0]?.directory === '' ? { packages, roots: ofManifests } : { packages };
};
