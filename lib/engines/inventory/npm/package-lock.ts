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
import type { Notes } from '../notes.ts';
import { sourceOfSpec } from './npm-spec.ts';
import { deprecationOf } from '../deprecation.ts';
import { declaredDependencies, readPackageJson, type PackageJson } from './package-json.ts';
import { flattenDependencyTree } from './package-lock-tree.ts';
import { limitPackages } from '../package-limit.ts';
import { parseJson } from '../parse/parse-document.ts';
import {
  unreadableEntries,
  emptyRoots,
  rootKinds,
  type FoundPackage,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asTable, asText, entriesOf, member, type Table } from '../parse/untrusted-value.ts';

interface Tree {
  locations: PackageLocations;
  resolve: Resolve;
}

const flagged = (entry: Table, flag: string): boolean => member(entry, flag) === true;

const scopeOf = (entry: Table): FoundPackage['scope'] => {
  if (flagged(entry, 'dev')) return 'dev';
  // `devOptional` means: needed by an optional and by a development dependency, not by production alone.
  return flagged(entry, 'optional') || flagged(entry, 'devOptional') ? 'optional' : 'required';
};

/** Returns the directory a link points to: a workspace member, or a path outside. */
const linkTarget = (entry: Table): string | undefined =>
  flagged(entry, 'link') ? asText(member(entry, 'resolved'), 4096) : undefined;

const sourceOf = (entry: Table, version: string | undefined): Partial<FoundPackage> => {
  const source = sourceOfSpec(asText(member(entry, 'resolved'), 4096) ?? '');
  if (source.local) return source;
  // With a version, a tarball URL is how registries and mirrors serve packages.
  return source.origin?.kind === 'url' && version !== undefined
    ? { ecosystem: 'npm' }
    : { ...source, ecosystem: 'npm' };
};

const licenseOf = (entry: Table): Pick<FoundPackage, 'license'> => {
  const stated = member(entry, 'license');
  const license = asText(stated) ?? asText(member(stated, 'type'));
  return license === undefined ? {} : { license };
};

const linkedAt = ({ locations, resolve }: Tree, location: string, target: string): FoundPackage => {
  const entry = locations.get(target) ?? {};
  const declared = declaredDependencies(entry);
  const version = asText(member(entry, 'version'));
  return {
    key: location,
    local: isOutside(target) ? 'path' : 'member',
    name: asText(member(entry, 'name')) ?? nameAtLocation(location),
    ...(version && { version }),
    dependsOn: resolve(target, declared.required.keys()),
    optionallyDependsOn: resolve(target, declared.optional.keys()),
  };
};

const packageAt = ({ resolve }: Tree, location: string, entry: Table): FoundPackage | undefined => {
  const name = asText(member(entry, 'name')) ?? asText(nameAtLocation(location));
  if (!name) return undefined;
  const version = asText(member(entry, 'version'));
  const declared = declaredDependencies(entry);
  const peers = entriesOf(member(entry, 'peerDependencies')).map(([peer]) => peer);
  return {
    key: location,
    ...sourceOf(entry, version),
    name,
    ...(version && { version }),
    scope: scopeOf(entry),
    ...licenseOf(entry),
    ...deprecationOf(member(entry, 'deprecated')),
    hashes: integrityHashes(asText(member(entry, 'integrity'), 1024)),
    dependsOn: resolve(location, [...declared.required.keys(), ...peers]),
    optionallyDependsOn: resolve(location, declared.optional.keys()),
  };
};

/** Adds the dependencies that a manifest declares, as resolved from its location. */
const addRoots = (
  roots: Roots,
  declared: PackageJson,
  resolve: (names: Iterable<string>) => string[],
): void => {
  for (const kind of rootKinds) for (const key of resolve(declared[kind].keys())) roots[kind].push(key);
};

/** Collects the direct dependencies: those of the root, the workspace members, and those of the members. */
const rootsOf = ({ locations, resolve }: Tree): Roots => {
  const roots = emptyRoots();
  for (const [location, entry] of locations) {
    if (!isInstalled(location) && !isOutside(location))
      addRoots(roots, declaredDependencies(entry), (names) => resolve(location, names));
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
  for (const [location, entry] of limitPackages(entriesOf(member(document, 'packages')), notes)) {
    if (isTooDeep(location)) tooDeep(location);
    else locations.set(location, asTable(entry) ?? {});
  }
  return locations;
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
export const readPackageLock: LockfileReader = ({ path, text, notes, readText }) => {
  const document = parseJson(text);
  checkVersion(document);
  const tooDeep = (location: string): void => notes.add('nested too deeply to be read', location);
  const flat = asTable(member(document, 'packages')) !== undefined;
  const locations = flat
    ? locationsOf(document, notes, tooDeep)
    : flattenDependencyTree(document, notes, tooDeep);
  const tree = { locations, resolve: createResolver(locations) };
  const packages: FoundPackage[] = [];
  for (const [location, entry] of locations) {
    if (!isInstalled(location)) continue;
    const target = linkTarget(entry);
    const found = target === undefined ? packageAt(tree, location, entry) : linkedAt(tree, location, target);
    if (found) packages.push(found);
    else notes.add(unreadableEntries, location);
  }
  if (flat && locations.has('')) return { packages, roots: rootsOf(tree) };
  const manifest = readPackageJson(readText(siblingPath(path, 'package.json')));
  if (!manifest) return { packages };
  const roots = emptyRoots();
  addRoots(roots, manifest, (names) => tree.resolve('', names));
  return { packages, roots };
};
