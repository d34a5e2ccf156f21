import { fileHashes } from '../hashes.ts';
import { publicUrl, vcsUrl } from '../package-address.ts';
import { limitPackages, KeysByName } from '../package-limit.ts';
import { parseGeneratedToml } from '../parse/generated-toml.ts';
import { strengthenMarks } from '../scopes-by-reachability.ts';
import { noteUncoveredBelow } from '../uncovered-manifests.ts';
import { noteUnlistedRequests, pythonManifests, readPyproject } from './python-manifest.ts';
import { pypiName } from './python-requirement.ts';
import {
  unreadableEntries,
  missingDependencies,
  emptyRoots,
  rootKinds,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { packagesByName } from '../unmet-ranges.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asTable, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

const sourceOf = (source: unknown): Partial<FoundPackage> => {
  const type = asText(member(source, 'type'));
  const url = asText(member(source, 'url'), 2048) ?? '';
  if (type === 'directory' || type === 'file') return { local: 'path' };
  const commit = asText(member(source, 'resolved_reference')) ?? '';
  if (type === 'git') return { ecosystem: 'PyPI', origin: { kind: type, url: vcsUrl(`${url}#${commit}`) } };
  if (type === 'url') return { ecosystem: 'PyPI', origin: { kind: type, url: publicUrl(url) } };
  return { ecosystem: 'PyPI' };
};

/** Reads the scope: `category` up to Poetry 1.4, `groups` since 2.0; in between the file has neither. */
const scopeOf = (entry: unknown): Pick<FoundPackage, 'scope'> => {
  const category = asText(member(entry, 'category'));
  const groups = textsOf(member(entry, 'groups'));
  if (category === undefined && groups.length === 0) return {};
  if (category !== 'main' && !groups.includes('main')) return { scope: 'dev' };
  return { scope: member(entry, 'optional') === true ? 'optional' : 'required' };
};

const hashesOf = (files: unknown): FoundPackage['hashes'] =>
  fileHashes(asList(files).flatMap((file) => asText(member(file, 'hash')) ?? []));

const packageOf = (entry: unknown, document: Table): FoundPackage | undefined => {
  const stated = asText(member(entry, 'name'));
  const version = asText(member(entry, 'version'));
  if (!stated || !version) return undefined;
  const name = pypiName(stated);
  // Poetry before 1.2 keeps all files in one table at the end.
  const files = member(entry, 'files') ?? member(member(member(document, 'metadata'), 'files'), stated);
  const source = member(entry, 'source');
  return {
    key: `${name}@${version}${source ? ` ${asText(member(source, 'url'), 2048) ?? ''}` : ''}`,
    name,
    version,
    ...sourceOf(source),
    ...scopeOf(entry),
    hashes: hashesOf(files),
  };
};

/**
 * True for a dependency without a condition. Poetry also lists dependencies of extras, and those that a marker
 * excludes from every environment of the project.
 */
const isCertain = (condition: unknown): boolean =>
  typeof condition === 'string' ||
  (asTable(condition) !== undefined &&
    member(condition, 'markers') === undefined &&
    member(condition, 'python') === undefined &&
    member(condition, 'optional') !== true);

/**
 * Reads poetry.lock of Poetry 1 and 2. Several versions of one name (for different markers) all stay in the
 * graph.
 */
export const readPoetryLock: LockfileReader = (input) => {
  const { path, text, notes, readText } = input;
  const document = parseGeneratedToml(text);
  if (!member(document, 'metadata')) throw new UnreadableFile('its metadata is missing: it may be cut off');
  const packages: FoundPackage[] = [];
  const keys = new KeysByName();
  const graph = new Map<FoundPackage, unknown>();
  for (const entry of limitPackages(asList(member(document, 'package')), notes)) {
    const found = packageOf(entry, document);
    if (!found) {
      notes.add(unreadableEntries, asText(member(entry, 'name')) ?? 'a package without name');
      continue;
    }
    packages.push(found);
    keys.add(found.name, found.key);
    graph.set(found, member(entry, 'dependencies'));
  }
  const keysOf = (name: string): readonly string[] => keys.find(pypiName(name));
  for (const [found, dependencies] of graph)
    found.dependsOn = entriesOf(dependencies).flatMap(([name, condition]) => {
      const needed = keysOf(name);
      if (needed.length === 0 && isCertain(condition)) notes.add(missingDependencies, name);
      return needed;
    });
  const manifestPath = siblingPath(path, 'pyproject.toml');
  const manifest = readPyproject(readText(manifestPath));
  noteUnlistedRequests(manifest, rootKinds, {
    path: manifestPath,
    notes,
    readText,
    find: packagesByName(packages),
  });
  noteUncoveredBelow(input, pythonManifests, (name) => keysOf(name).length > 0);
  if (!manifest) return { packages };
  const roots = emptyRoots();
  for (const kind of rootKinds) roots[kind] = [...manifest[kind]].flatMap(keysOf);
  strengthenMarks(new Map(packages.map((found) => [found.key, found])), roots.required, (found) =>
    entriesOf(graph.get(found)).flatMap(([name, condition]) => (isCertain(condition) ? keysOf(name) : [])),
  );
  return { packages, roots };
};
