import { IntegrityHashes } from '../hashes.ts';
import { unique } from '@scangate/engines/text/unique-texts';
import { missingDependencies, unreadableEntries, type FoundPackage } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText } from '../parse/untrusted-value.ts';
import type { JsonCursor } from '../parse/json-cursor.ts';
import { membersAt, namesAt, textAt } from '../parse/json-members.ts';
import { readJson } from '../parse/parse-document.ts';

export interface NugetTargets {
  packages: Map<string, FoundPackage>;
  /** The keys of the targets, by lower-case name. */
  keys: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Splits a key, `Name/Version`. */
const partsOf = (key: string): { name: string; version: string } | undefined => {
  const slash = key.lastIndexOf('/');
  const [name, version] = [asText(key.slice(0, slash)), asText(key.slice(slash + 1))];
  return slash > 0 && name && version ? { name, version } : undefined;
};

/** A library in one target. */
interface Entry {
  key: string;
  parts: ReturnType<typeof partsOf>;
  type: unknown;
  needs: readonly string[];
}

/** A library as it is for all targets. */
interface Library {
  type: unknown;
  sum: string;
}

const readLibrary = (cursor: JsonCursor): Library => {
  const library: Library = { type: undefined, sum: '' };
  if (cursor.enterObject())
    for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
      if (field === 'type') library.type = cursor.value();
      else if (field === 'sha512') library.sum = textAt(cursor) ?? '';
      else cursor.skip();
    }
  return library;
};

const none: readonly string[] = [];

const readEntry = (cursor: JsonCursor, key: string): Entry => {
  const entry: Entry = { key, parts: partsOf(key), type: undefined, needs: none };
  if (cursor.enterObject())
    for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
      if (field === 'type') entry.type = cursor.value();
      else if (field === 'dependencies') entry.needs = namesAt(cursor);
      else cursor.skip();
    }
  return entry;
};

/** The runtime is published as a package whose name begins like this. */
const runtimePack = /^runtimepack\./i;

const ofReferences: ReadonlySet<unknown> = new Set(['reference', 'referenceassembly']);

const packageOf = (
  { key, parts, type }: Entry,
  library: Library | undefined,
  hashes: IntegrityHashes,
): FoundPackage | undefined => {
  const kind = library?.type ?? type;
  if (!parts || typeof kind !== 'string') return undefined;
  const { name, version } = parts;
  if (kind === 'project') return { key, name, version, local: 'member', dependsOn: [] };
  if (ofReferences.has(kind)) return { key, name, version, local: 'path', dependsOn: [] };
  const sum = library?.sum ?? '';
  return {
    key,
    ecosystem: 'NuGet',
    name: kind === 'runtimepack' ? name.replace(runtimePack, '') : name,
    version,
    hashes: sum.startsWith('sha512-') ? hashes.listFor(sum) : hashes.listForSha512(sum),
    dependsOn: [],
  };
};

interface Libraries {
  libraries: ReadonlyMap<string, Library>;
  packages: Map<string, FoundPackage>;
  hashes: IntegrityHashes;
}

/** Reads the libraries of one target with their edges, and returns their keys by lower-case name. */
const readTarget = (
  entries: readonly Entry[],
  { libraries, packages, hashes }: Libraries,
  notes: Notes,
): ReadonlyMap<string, string> => {
  const resolved = new Map<string, string>();
  for (const { key, parts } of entries) resolved.set(parts?.name.toLowerCase() ?? '', key);
  for (const each of entries) {
    const { key, needs } = each;
    const known = packages.get(key);
    const found = known ?? packageOf(each, libraries.get(key), hashes);
    if (!found) notes.add(unreadableEntries, key);
    else if (!known && packages.size >= maxPackages) notes.addOmitted(1);
    else {
      if (!known) packages.set(key, found);
      const edges = found.dependsOn ?? [];
      for (const name of needs) {
        const needed = resolved.get(name.toLowerCase());
        if (needed !== undefined) edges.push(needed);
        else notes.add(missingDependencies, name);
      }
      found.dependsOn = edges;
    }
  }
  return resolved;
};

/**
 * Reads the tables `targets` and `libraries`, which project.assets.json and *.deps.json have in common. A library in
 * several targets is one package.
 * @param readOther is called with each other key, and takes its value.
 * @throws UnreadableFile
 */
export const readNugetTargets = (
  text: string,
  notes: Notes,
  readOther: (cursor: JsonCursor, key: string) => void,
): NugetTargets => {
  let libraries: Map<string, Library> | undefined;
  let targets: Map<string, Entry[]> | undefined;
  readJson(text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      if (key === 'libraries') libraries = membersAt(cursor, readLibrary);
      else if (key === 'targets')
        targets = membersAt(cursor, () => [...(membersAt(cursor, readEntry)?.values() ?? [])]);
      else readOther(cursor, key);
    }
  });
  if (!libraries || !targets) throw new UnreadableFile('it has no tables of targets and libraries');
  const packages = new Map<string, FoundPackage>();
  const keys = new Map<string, Set<string>>();
  const hashes = new IntegrityHashes();
  for (const target of targets.values())
    for (const [name, key] of readTarget(target, { libraries, packages, hashes }, notes)) {
      const known = keys.get(name);
      if (known) known.add(key);
      else keys.set(name, new Set([key]));
    }
  for (const found of packages.values()) found.dependsOn = unique(found.dependsOn ?? []);
  hashes.convert();
  for (const key of libraries.keys()) if (!packages.has(key)) notes.add('libraries that no target has', key);
  return { packages, keys };
};
