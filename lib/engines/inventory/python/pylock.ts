import type { ComponentHash } from '@scangate/engines/model/component';
import { addFileHash, hexHash, sortFileHashes } from '../hashes.ts';
import { publicUrl, vcsUrl } from '../package-address.ts';
import { KeysByName, limitPackages } from '../package-limit.ts';
import { parseGeneratedToml } from '../parse/generated-toml.ts';
import { noteUnlistedRequests, readPyproject } from './python-manifest.ts';
import { pypiName } from './python-requirement.ts';
import {
  emptyRoots,
  missingDependencies,
  noteOpenEnd,
  noteUnconfirmed,
  rootKinds,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { packagesByName } from '../unmet-ranges.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asTable, asText, member } from '../parse/untrusted-value.ts';

const major = /^1(?:\.|$)/;

const fromRegistry = { ecosystem: 'PyPI' } as const;

/** Reads the source of a package: a repository, a directory, one archive, or the files of an index. */
const sourceOf = (entry: unknown): Pick<FoundPackage, 'ecosystem' | 'local' | 'origin'> => {
  const vcs = member(entry, 'vcs');
  if (vcs !== undefined) {
    const url = asText(member(vcs, 'url'), 2048);
    if (url === undefined) return { local: 'path' };
    const commit = asText(member(vcs, 'commit-id')) ?? '';
    return { ecosystem: 'PyPI', origin: { kind: 'git', url: vcsUrl(`${url}#${commit}`) } };
  }
  if (member(entry, 'directory') !== undefined) return { local: 'path' };
  const archive = member(entry, 'archive');
  if (archive === undefined) return fromRegistry;
  const url = asText(member(archive, 'url'), 2048);
  return url === undefined
    ? { local: 'path' }
    : { ecosystem: 'PyPI', origin: { kind: 'url', url: publicUrl(url) } };
};

const addHashes = (hashes: ComponentHash[], file: unknown): void => {
  const table = asTable(member(file, 'hashes'));
  if (!table) return;
  for (const algorithm of Object.keys(table)) {
    const hash = hexHash(algorithm, asText(table[algorithm]) ?? '');
    if (hash) addFileHash(hashes, hash);
  }
};

const hashesOf = (entry: unknown): FoundPackage['hashes'] => {
  const hashes: ComponentHash[] = [];
  addHashes(hashes, member(entry, 'archive'));
  addHashes(hashes, member(entry, 'sdist'));
  for (const wheel of asList(member(entry, 'wheels'))) addHashes(hashes, wheel);
  return sortFileHashes(hashes);
};

const noScope = {} as const;

/** A package that only groups or extras depend on is installed on request only. */
const scopeOf = (entry: unknown): Pick<FoundPackage, 'scope'> => {
  const marker = asText(member(entry, 'marker'), 4096);
  if (marker === undefined || /\bor\b/.test(marker)) return noScope;
  if (/\bin\s{1,10}dependency_groups\b/.test(marker)) return { scope: 'dev' };
  return /\bin\s{1,10}extras\b/.test(marker) ? { scope: 'optional' } : {};
};

const packageOf = (entry: unknown): FoundPackage | undefined => {
  const stated = asText(member(entry, 'name'));
  if (stated === undefined) return undefined;
  const [name, version] = [pypiName(stated), asText(member(entry, 'version'))];
  const source = sourceOf(entry);
  const scope = scopeOf(entry);
  if (source === fromRegistry && scope === noScope && version !== undefined)
    return { key: `${name}@${version}`, ecosystem: 'PyPI', name, version, hashes: hashesOf(entry) };
  const address = source.origin?.url ?? asText(member(member(entry, 'directory'), 'path'), 2048) ?? '';
  return {
    key: `${name}@${version ?? ''}${address && ` ${address}`}`,
    name,
    ...(version !== undefined && { version }),
    ...source,
    ...scope,
    hashes: hashesOf(entry),
  };
};

/**
 * Reads pylock.toml, version 1 (PEP 751). Only some tools state dependencies; where none are stated, packages count
 * as direct unless the manifest says which are.
 */
export const readPylock: LockfileReader = ({ path, text, notes, readText }) => {
  const document = parseGeneratedToml(text);
  const version = asText(member(document, 'lock-version'));
  if (version === undefined) throw new UnreadableFile('it states no version of its format');
  if (!major.test(version)) throw new UnreadableFile(`it is of version ${version}, and version 1 is read`);
  noteOpenEnd(text, notes);
  const packages = new Map<string, FoundPackage>();
  const keys = new KeysByName();
  const graph: { found: FoundPackage; needed: readonly unknown[] }[] = [];
  for (const entry of limitPackages(asList(member(document, 'packages')), notes)) {
    const found = packageOf(entry);
    if (!found) {
      notes.add(unreadableEntries, 'a package without name');
      continue;
    }
    packages.set(found.key, found);
    keys.add(found.name, found.key);
    graph.push({ found, needed: asList(member(entry, 'dependencies')) });
  }
  for (const { found, needed } of graph) {
    const dependsOn: string[] = [];
    for (const each of needed) {
      const stated = asText(member(each, 'name'));
      if (stated === undefined) continue;
      const known = keys.find(pypiName(stated));
      if (known.length === 0) notes.add(missingDependencies, pypiName(stated));
      for (const key of known) dependsOn.push(key);
    }
    found.dependsOn = dependsOn;
  }
  const manifestPath = siblingPath(path, 'pyproject.toml');
  const manifest = readPyproject(readText(manifestPath));
  const list = [...packages.values()];
  const find = packagesByName(list);
  noteUnlistedRequests(manifest, ['required'], { path: manifestPath, notes, readText, find });
  if (!manifest) {
    noteUnconfirmed('pyproject.toml', notes);
    return { packages: list };
  }
  const roots = emptyRoots();
  for (const kind of rootKinds) roots[kind] = [...manifest[kind]].flatMap((name) => keys.find(name));
  return { packages: list, roots };
};
