import { fileHashes } from '../hashes.ts';
import { publicUrl, vcsUrl } from '../package-address.ts';
import { limitPackages, KeysByName } from '../package-limit.ts';
import { parseGeneratedToml } from '../parse/generated-toml.ts';
import { noteUncoveredBelow } from '../uncovered-manifests.ts';
import {
  noteUnlistedRequests,
  pythonManifests,
  readPyproject,
  type PythonManifest,
} from './python-manifest.ts';
import { parseRequirement, pypiName } from './python-requirement.ts';
import {
  unreadableEntries,
  missingDependencies,
  signsOfCut,
  noteOpenEnd,
  noteUnconfirmed,
  emptyRoots,
  rootKinds,
  type FoundPackage,
  type LockfileInput,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { packagesByName } from '../unmet-ranges.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asText, member, textsOf, type Table } from '../parse/untrusted-value.ts';

const fromRegistry = { ecosystem: 'PyPI' } as const;

const sourceOf = (entry: unknown): Partial<FoundPackage> => {
  if (asText(member(entry, 'path'), 4096)) return { local: 'path' };
  const git = asText(member(entry, 'git'), 2048) ?? asText(member(entry, 'hg'), 2048);
  const revision = asText(member(entry, 'revision')) ?? '';
  if (git) return { ecosystem: 'PyPI', origin: { kind: 'git', url: vcsUrl(`${git}#${revision}`) } };
  const url = asText(member(entry, 'url'), 2048);
  if (url?.startsWith('file:')) return { local: 'path' };
  return url ? { ecosystem: 'PyPI', origin: { kind: 'url', url: publicUrl(url) } } : fromRegistry;
};

/**
 * Reads the scope. `default` is the project's own group; the pyproject.toml says which of the others are
 * extras.
 */
const scopeOf = (entry: unknown, manifest: PythonManifest | undefined): Pick<FoundPackage, 'scope'> => {
  const groups = textsOf(member(entry, 'groups'));
  if (groups.length === 0) return {};
  if (groups.includes('default')) return { scope: 'required' };
  const extras = manifest?.extras ?? new Set(groups);
  return { scope: groups.some((group) => extras.has(group)) ? 'optional' : 'dev' };
};

/** Reads the hashes. Before version 4.2 of the format all files are in one table at the end. */
const hashesOf = (entry: unknown, stated: string, document: Table): FoundPackage['hashes'] => {
  const listed = member(entry, 'files') ?? member(member(member(document, 'metadata'), 'files'), stated);
  return fileHashes(textsOf(asList(listed).map((file) => asText(member(file, 'hash')))));
};

const packageOf = (
  entry: unknown,
  document: Table,
  manifest: PythonManifest | undefined,
): FoundPackage | undefined => {
  const stated = asText(member(entry, 'name'));
  if (!stated) return undefined;
  const name = pypiName(stated);
  const version = asText(member(entry, 'version'));
  const source = sourceOf(entry);
  const hashes = hashesOf(entry, `${stated} ${version ?? ''}`, document);
  const { scope } = scopeOf(entry, manifest);
  if (source === fromRegistry && version && scope)
    return { key: `${name}@${version}`, ecosystem: 'PyPI', name, version, scope, hashes, dependsOn: [] };
  return {
    key: `${name}@${version ?? ''}${source.origin ? ` ${source.origin.url}` : ''}`,
    name,
    ...(version && { version }),
    ...source,
    ...(scope && { scope }),
    hashes,
    dependsOn: [],
  };
};

const strongest = (a: FoundPackage['scope'], b: FoundPackage['scope']): FoundPackage['scope'] =>
  (['required', 'optional', 'dev'] as const).find((scope) => scope === a || scope === b);

/**
 * Adds an entry. A package with an extra is a second entry of the same version and lists what the extra adds.
 */
const addEntry = (packages: Map<string, FoundPackage>, found: FoundPackage): FoundPackage => {
  const known = packages.get(found.key);
  if (!known) packages.set(found.key, found);
  else {
    const scope = strongest(known.scope, found.scope);
    if (scope) known.scope = scope;
    if ((known.hashes ?? []).length === 0) known.hashes = found.hashes ?? [];
  }
  return known ?? found;
};

/** Notes parts that PDM would not have omitted from the last entry, which ends with its files. */
const noteCut = (
  document: Table,
  packages: readonly FoundPackage[],
  { text, notes }: LockfileInput,
): void => {
  noteOpenEnd(text, notes);
  const last = packages.at(-1);
  const isFromRegistry = last?.ecosystem !== undefined && !last.origin;
  if (last && isFromRegistry && (last.hashes ?? []).length === 0)
    notes.add(signsOfCut, `the last entry, ${last.name} ${last.version ?? ''}, is not whole`);
  if (packages.length === 0 && textsOf(member(member(document, 'metadata'), 'groups')).length === 0)
    notes.add(signsOfCut, 'no package and no group');
};

/** Reads pdm.lock. */
export const readPdmLock: LockfileReader = (input) => {
  const { path, text, notes, readText } = input;
  const document = parseGeneratedToml(text);
  if (!member(document, 'metadata')) throw new UnreadableFile('its metadata is missing: it may be cut off');
  const manifestPath = siblingPath(path, 'pyproject.toml');
  const manifest = readPyproject(readText(manifestPath));
  const packages = new Map<string, FoundPackage>();
  const keys = new KeysByName();
  const graph: [FoundPackage, string[]][] = [];
  for (const entry of limitPackages(asList(member(document, 'package')), notes)) {
    const found = packageOf(entry, document, manifest);
    if (!found) {
      notes.add(unreadableEntries, 'a package without name');
      continue;
    }
    if (!packages.has(found.key)) keys.add(found.name, found.key);
    graph.push([addEntry(packages, found), textsOf(member(entry, 'dependencies'))]);
  }
  for (const [found, dependencies] of graph) {
    for (const dependency of dependencies) {
      const name = parseRequirement(dependency)?.name ?? pypiName(dependency);
      const needed = keys.find(name);
      // A dependency with a marker may be left out of the file.
      if (needed.length === 0 && !dependency.includes(';')) notes.add(missingDependencies, name);
      for (const key of needed) if (key !== found.key) found.dependsOn?.push(key);
    }
  }
  noteUnlistedRequests(manifest, ['required', 'dev'], {
    path: manifestPath,
    notes,
    readText,
    find: packagesByName(packages.values()),
  });
  noteUncoveredBelow(input, pythonManifests, (name) => keys.find(name).length > 0);
  noteCut(document, [...packages.values()], input);
  if (!manifest) noteUnconfirmed('pyproject.toml', notes);
  const listed = { packages: [...packages.values()] };
  if (!manifest) return listed;
  const roots = emptyRoots();
  for (const kind of rootKinds) roots[kind] = [...manifest[kind]].flatMap((name) => [...keys.find(name)]);
  return { ...listed, roots };
};
