import { integrityHashes } from '../hashes.ts';
import {
  isInstalled,
  isOutside,
  isTooDeep,
  nameAtLocation,
  createResolver,
  type PackageLocations,
  type Resolve,
} from './node-modules.ts';
import { Notes } from '../notes.ts';
import { npmLicenseOf } from './npm-license.ts';
import { isArchiveAddress, sourceOfSpec } from './npm-spec.ts';
import { deprecationOf } from '../deprecation.ts';
import { noteUnmetRequest } from './asked-version.ts';
import { memberManifests } from './member-manifests.ts';
import { declaredDependencies, dependencyNames, type PackageJson } from './package-json.ts';
import { flattenDependencyTree } from './package-lock-tree.ts';
import { limitPackages } from '../package-limit.ts';
import { parseJson } from '../parse/parse-document.ts';
import {
  unreadableEntries,
  missingDependencies,
  emptyRoots,
  rootKinds,
  type FoundPackage,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asTable, asText, member, type Table } from '../parse/untrusted-value.ts';

interface Tree {
  /** The packages that were read, by location. */
  packages: Map<string, FoundPackage>;
  locations: PackageLocations;
  resolve: Resolve;
  notes: Notes;
}

const flagged = (entry: Table, flag: 'dev' | 'optional' | 'devOptional' | 'link'): boolean =>
  entry[flag] === true;

const scopeOf = (entry: Table): FoundPackage['scope'] => {
  if (flagged(entry, 'dev')) return 'dev';
  // `devOptional` means: needed by an optional and by a development dependency, not by production alone.
  return flagged(entry, 'optional') || flagged(entry, 'devOptional') ? 'optional' : 'required';
};

/** Returns the directory a link points to: a workspace member, or a path outside. */
const linkTarget = (entry: Table): string | undefined =>
  flagged(entry, 'link') ? asText(member(entry, 'resolved'), 4096) : undefined;

/** With a version, a tarball URL is how registries and mirrors serve packages. */
const isPlainlyFromRegistry = (entry: Table, version: string | undefined): boolean => {
  const resolved = asText(entry['resolved'], 4096);
  return resolved === undefined || (version !== undefined && isArchiveAddress(resolved));
};

const sourceOf = (entry: Table): Partial<FoundPackage> => {
  const source = sourceOfSpec(asText(member(entry, 'resolved'), 4096) ?? '');
  return source.local ? source : { ...source, ecosystem: 'npm' };
};

const linkedAt = ({ locations, resolve, notes }: Tree, location: string, target: string): FoundPackage => {
  const entry = locations.get(target) ?? {};
  if (!locations.has(target) && !isOutside(target)) notes.add(missingDependencies, target);
  const declared = declaredDependencies(entry);
  const version = asText(member(entry, 'version'));
  return {
    key: location,
    local: isOutside(target) ? 'path' : 'member',
    name: asText(member(entry, 'name')) ?? nameAtLocation(location),
    ...(version && { version }),
    dependsOn: resolve(target, [...declared.required.keys()]),
    optionallyDependsOn: resolve(target, [...declared.optional.keys()]),
  };
};

/** The fields read here are of no prototype, so nothing but the entry's own can be found. */
const packageAt = ({ resolve, notes }: Tree, location: string, entry: Table): FoundPackage | undefined => {
  const name = asText(entry['name']) ?? asText(nameAtLocation(location));
  if (!name) return undefined;
  const version = asText(entry['version']);
  const { required, optional } = dependencyNames(entry);
  const dependsOn = resolve(location, required, (missing) => notes.add(missingDependencies, missing));
  // Whether a peer must be there is up to the dependent, and old npm installs none.
  const peers = asTable(entry['peerDependencies']);
  if (peers) dependsOn.push(...resolve(location, Object.keys(peers)));
  const found: FoundPackage = {
    key: location,
    name,
    scope: scopeOf(entry),
    hashes: integrityHashes(asText(entry['integrity'], 1024)),
    dependsOn,
    optionallyDependsOn: resolve(location, optional),
  };
  if (version) found.version = version;
  if (!isPlainlyFromRegistry(entry, version)) Object.assign(found, sourceOf(entry));
  else found.ecosystem = 'npm';
  if ('license' in entry || 'licenses' in entry) Object.assign(found, npmLicenseOf(entry));
  if ('deprecated' in entry) Object.assign(found, deprecationOf(entry['deprecated']));
  return found;
};

/** The directory of a manifest in the tree. */
type Place = Tree & { location: string; overridden?: ReadonlySet<string> };

/** Adds the dependencies that a manifest declares, as resolved from its location. */
const addRoots = (roots: Roots, declared: PackageJson, place: Place): void => {
  const { resolve, notes, location, packages, overridden } = place;
  for (const kind of rootKinds) {
    for (const [name, range] of declared[kind]) {
      const found = resolve(location, [name]);
      roots[kind].push(...found);
      if (overridden && !overridden.has(name))
        noteUnmetRequest({ name, range }, packages.get(found[0] ?? ''), notes);
      notes.addRequest(name, found.length > 0);
    }
  }
};

/** Collects the direct dependencies: those of the root, the workspace members, and those of the members. */
const rootsOf = (tree: Tree, hasManifest: boolean): Roots => {
  const roots = emptyRoots();
  for (const [location, entry] of tree.locations) {
    if (!isInstalled(location) && !isOutside(location))
      addRoots(roots, declaredDependencies(entry), {
        ...tree,
        location,
        // Without a manifest the copy of the unit's own one says what is asked for; overrides cannot change that.
        ...(!hasManifest && location === '' && { overridden: new Set<string>() }),
      });
    const target = linkTarget(entry);
    if (target !== undefined && !isOutside(target)) roots.required.push(location);
  }
  return roots;
};

const locationsOf = (
  document: Table,
  notes: Notes,
  tooDeep: (location: string) => void,
): PackageLocations => {
  const locations = new Map<string, Table>();
  const entries = asTable(member(document, 'packages')) ?? {};
  for (const location of limitPackages(Object.keys(entries), notes)) {
    if (isTooDeep(location)) tooDeep(location);
    else locations.set(location, asTable(entries[location]) ?? {});
  }
  return locations;
};

/** Returns the versions of what comes from the registry, by name; a name that also comes from elsewhere has none. */
const statedIn = (locations: PackageLocations): Map<string, Set<string>> => {
  const stated = new Map<string, Set<string>>();
  for (const [location, entry] of locations) {
    if (!isInstalled(location)) continue;
    const name = asText(member(entry, 'name')) ?? nameAtLocation(location);
    const { local, origin } = sourceOfSpec(asText(member(entry, 'resolved'), 4096) ?? '');
    const version = asText(member(entry, 'version'));
    const isOther = flagged(entry, 'link') || local || origin?.kind === 'git' || version === undefined;
    const versions = stated.get(name) ?? new Set();
    stated.set(name, versions.add(isOther ? '' : version));
  }
  return stated;
};

/** Notes where the tree that old npm installs from has other packages than the table that new npm does. */
const noteDisagreement = (document: Table, locations: PackageLocations, notes: Notes): void => {
  if (!asTable(member(document, 'dependencies'))) return;
  const tree = statedIn(flattenDependencyTree(document, new Notes(), () => undefined));
  const table = statedIn(locations);
  for (const name of new Set([...tree.keys(), ...table.keys()])) {
    const [old = new Set<string>(), current = new Set<string>()] = [tree.get(name), table.get(name)];
    if (old.has('') || current.has('')) continue;
    for (const version of old.symmetricDifference(current))
      notes.add('packages that only one of its two lists has', `${name}@${version}`);
  }
};

const checkVersion = (document: Table): void => {
  const version = member(document, 'lockfileVersion');
  if (version !== undefined && version !== 1 && version !== 2 && version !== 3) {
    throw new UnreadableFile('its lockfileVersion is not 1, 2 or 3');
  }
  if (version === undefined && !asTable(member(document, 'dependencies'))) {
    throw new UnreadableFile('it has neither a lockfileVersion nor dependencies');
  }
};

/**
 * Reads npm's package-lock.json and npm-shrinkwrap.json: `packages` (versions 2 and 3), else the nested tree
 * (version 1).
 */
export const readPackageLock: LockfileReader = (input) => {
  const { text, notes } = input;
  const document = parseJson(text);
  checkVersion(document);
  const tooDeep = (location: string): void => notes.add('nested too deeply to be read', location);
  const flat = asTable(member(document, 'packages')) !== undefined;
  const locations = flat
    ? locationsOf(document, notes, tooDeep)
    : flattenDependencyTree(document, notes, tooDeep);
  if (flat) noteDisagreement(document, locations, notes);
  const tree: Tree = { locations, resolve: createResolver(locations, notes), notes, packages: new Map() };
  for (const [location, entry] of locations) {
    if (!isInstalled(location)) continue;
    const target = linkTarget(entry);
    const found = target === undefined ? packageAt(tree, location, entry) : linkedAt(tree, location, target);
    if (found) tree.packages.set(location, found);
    else notes.add(unreadableEntries, location);
  }
  let names: Set<string> | undefined;
  const has = (name: string): boolean =>
    (names ??= new Set([...tree.packages.keys()].map(nameAtLocation))).has(name);
  const { members, isCertain } = memberManifests(input, { has });
  const ofManifests = emptyRoots();
  const overridden = members[0]?.manifest.overridden ?? new Set();
  for (const { directory, manifest } of members) {
    const isMember = directory === '' || (flat && isCertain);
    if (isMember) addRoots(ofManifests, manifest, { ...tree, location: directory, overridden });
  }
  const packages = [...tree.packages.values()];
  if (flat && locations.has('')) return { packages, roots: rootsOf(tree, members.length > 0) };
  return members[0]?.directory === '' ? { packages, roots: ofManifests } : { packages };
};
