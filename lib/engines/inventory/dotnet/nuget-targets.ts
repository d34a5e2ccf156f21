import { IntegrityHashes } from '../hashes.ts';
import { unique } from '@scangate/engines/text/unique-texts';
import { missingDependencies, unreadableEntries, type FoundPackage } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asTable, asText, entriesOf, member, type Table } from '../parse/untrusted-value.ts';

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

interface Entry {
  key: string;
  parts: ReturnType<typeof partsOf>;
  entry: unknown;
}

/** The runtime is published as a package whose name begins like this. */
const runtimePack = /^runtimepack\./i;

const ofReferences: ReadonlySet<unknown> = new Set(['reference', 'referenceassembly']);

const packageOf = (
  { key, parts, entry }: Entry,
  library: unknown,
  hashes: IntegrityHashes,
): FoundPackage | undefined => {
  const kind = member(library, 'type') ?? member(entry, 'type');
  if (!parts || typeof kind !== 'string') return undefined;
  const { name, version } = parts;
  if (kind === 'project') return { key, name, version, local: 'member', dependsOn: [] };
  if (ofReferences.has(kind)) return { key, name, version, local: 'path', dependsOn: [] };
  const sum = asText(member(library, 'sha512')) ?? '';
  return {
    key,
    ecosystem: 'NuGet',
    name: kind === 'runtimepack' ? name.replace(runtimePack, '') : name,
    version,
    hashes: hashes.listFor(sum.startsWith('sha512-') ? sum : `sha512-${sum}`),
    dependsOn: [],
  };
};

interface Libraries {
  libraries: Table;
  packages: Map<string, FoundPackage>;
  hashes: IntegrityHashes;
}

/** Reads the libraries of one target with their edges, and returns their keys by lower-case name. */
const readTarget = (
  target: Table,
  { libraries, packages, hashes }: Libraries,
  notes: Notes,
): ReadonlyMap<string, string> => {
  const entries = entriesOf(target).map(([key, entry]): Entry => ({ key, parts: partsOf(key), entry }));
  const resolved = new Map<string, string>();
  for (const { key, parts } of entries) resolved.set(parts?.name.toLowerCase() ?? '', key);
  for (const each of entries) {
    const { key, entry } = each;
    const known = packages.get(key);
    const found = known ?? packageOf(each, member(libraries, key), hashes);
    if (!found) notes.add(unreadableEntries, key);
    else if (!known && packages.size >= maxPackages) notes.addOmitted(1);
    else {
      if (!known) packages.set(key, found);
      const edges = found.dependsOn ?? [];
      for (const name of Object.keys(asTable(member(entry, 'dependencies')) ?? {})) {
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
 * @throws UnreadableFile
 */
export const readNugetTargets = (document: Table, notes: Notes): NugetTargets => {
  const libraries = asTable(member(document, 'libraries'));
  const targets = asTable(member(document, 'targets'));
  if (!libraries || !targets) throw new UnreadableFile('it has no tables of targets and libraries');
  const packages = new Map<string, FoundPackage>();
  const keys = new Map<string, Set<string>>();
  const hashes = new IntegrityHashes();
  for (const [, target] of entriesOf(targets))
    for (const [name, key] of readTarget(asTable(target) ?? {}, { libraries, packages, hashes }, notes)) {
      const known = keys.get(name);
      if (known) known.add(key);
      else keys.set(name, new Set([key]));
    }
  for (const found of packages.values()) found.dependsOn = unique(found.dependsOn ?? []);
  hashes.convert();
  for (const key of Object.keys(libraries))
    if (!packages.has(key)) notes.add('libraries that no target has', key);
  return { packages, keys };
};
