import semver from 'semver';
import type { ComponentHash } from '@scangate/engines/model/component';
import { hexHash, IntegrityHashes } from '../hashes.ts';
import type { Notes } from '../gap-notes.ts';
import { sourceOfSpec, splitSpec } from '../npm/npm-spec.ts';
import { dependencyRanges, rangeIn, readPackageJson, type PackageJson } from '../npm/package-json.ts';
import type { RequestedPackage } from '../npm/requested-version.ts';
import { noteUnreachable } from '../unreachable-packages.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { limitPackages } from '../package-limit.ts';
import { parseYarnClassic } from '../parse/yarn-classic.ts';
import {
  unreadableEntries,
  missingDependencies,
  noteEarlyEnd,
  noteOpenEnd,
  noteUnconfirmed,
  signsOfCut,
  type FoundPackage,
  type LockfileInput,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { unmetRequests } from '../unmet-ranges.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asTable, asText, entriesOf, member, type Table } from '../parse/untrusted-value.ts';
import { Descriptors, rootsFromManifests } from './yarn-descriptors.ts';

/** The kind under which entries are noted that Yarn resolves afresh. */
const unlocated = 'entries that do not say where their package is, which Yarn replaces';

interface Entry {
  table: Table;
  /** As dependents refer to it; an alias may differ from the package's own name. */
  patterns: { name: string; range: string }[];
}

/** Refuses a file of Yarn 2 or later, in which the same members mean something else. @throws UnreadableFile */
const refuseNewer = (document: ReadonlyMap<string, unknown>): void => {
  const isNewer =
    document.has('__metadata') ||
    [...document.values()].some((entry) => member(entry, 'resolution') !== undefined);
  if (isNewer) throw new UnreadableFile('it is of Yarn 2 or later, and not written as Yarn writes it');
};

/** Groups the patterns that share one entry of the file. */
const groupPatterns = (document: ReadonlyMap<string, unknown>, notes: Notes): Map<Table, Entry> => {
  const entries = new Map<Table, Entry>();
  for (const [pattern, value] of limitPackages([...document], notes)) {
    const table = asTable(value);
    if (!table) continue;
    const entry = entries.get(table) ?? { table, patterns: [] };
    entries.set(table, entry);
    entry.patterns.push(splitSpec(pattern));
  }
  return entries;
};

/** Reads the hashes. Yarn 1 without integrity appends the tarball's SHA-1 to its URL. */
const hashesOf = (table: Table, integrity: IntegrityHashes): ComponentHash[] => {
  const stated = integrity.listFor(member(table, 'integrity'));
  if (stated.length > 0) return stated;
  const resolved = asText(member(table, 'resolved'), 4096) ?? '';
  const hash = hexHash('sha1', resolved.slice(resolved.lastIndexOf('#') + 1));
  return hash ? [hash] : [];
};

const identityOf = ({ table, patterns: [first] }: Entry): Partial<FoundPackage> & { name?: string } => {
  if (!first) return {};
  if (first.range.startsWith('npm:')) return { ecosystem: 'npm', name: splitSpec(first.range).name };
  const source = sourceOfSpec(first.range);
  if (source.local) return { ...source, name: first.name };
  if (source.origin?.kind !== 'git') return { ...source, ecosystem: 'npm', name: first.name };
  // A requested branch resolves to a commit.
  const exact = sourceOfSpec(asText(member(table, 'resolved'), 4096) ?? '');
  return { ...(exact.origin ? exact : source), ecosystem: 'npm', name: first.name };
};

/** Returns what `resolutions` may ask for. Those for the dependencies of another package are not for the project itself. */
const resolutionsOf = (manifest: PackageJson, { name, range }: RequestedPackage): readonly string[] =>
  rangeIn(manifest, name) === range
    ? (manifest.overrides.yarn.get(name) ?? []).map(({ value }) => value)
    : (manifest.resolvedRanges.get(name) ?? []);

/** Yarn ignores a resolution that is neither a range nor an address. */
const isResolution = (version: string, stated: string): boolean =>
  semver.validRange(stated) === null ? /[:/]/.test(stated) : semver.satisfies(version, stated);

/**
 * Notes entries whose version is outside of their own range, which Yarn resolves afresh, unless `resolutions` in package.json
 * ask for it.
 */
const noteOutdated = (entries: readonly Entry[], { path, readText, notes }: LockfileInput): void => {
  const manifest = readPackageJson(readText(siblingPath(path, 'package.json')));
  if (!manifest) return;
  for (const { table, patterns } of entries) {
    const version = semver.valid(asText(member(table, 'version')) ?? '');
    if (version === null) continue;
    for (const { name, range: stated } of patterns) {
      const range = stated.startsWith('npm:') ? splitSpec(stated).range : stated;
      const isMet =
        semver.validRange(range) === null ||
        semver.satisfies(version, range) ||
        resolutionsOf(manifest, { name, range: stated }).some((each) => isResolution(version, each));
      if (!isMet) notes.add(unmetRequests, `${name}@${range}`);
    }
  }
};

/**
 * Notes parts that Yarn would not have omitted from the last entry. An entry that merely lost its dependencies looks
 * like one that has none: packages that only it requests, and entries after it, are lost without a trace
 * (docs/formats.md).
 */
const noteCut = ({ text, notes }: LockfileInput, entries: readonly [FoundPackage, Table][]): void => {
  noteOpenEnd(text, notes);
  noteEarlyEnd(
    entries.map(([{ name }]) => name),
    notes,
  );
  const last = entries.at(-1);
  if (!last) return;
  const [found, table] = last;
  const isFromRegistry = !found.local && !found.origin;
  const isEmptyTable = (name: string): boolean =>
    Object.hasOwn(table, name) && entriesOf(table[name]).length === 0;
  const lacksHash =
    isFromRegistry &&
    (found.hashes ?? []).length === 0 &&
    entries.slice(0, -1).some(([{ hashes = [] }]) => hashes.length > 0);
  if (lacksHash || isEmptyTable('dependencies') || isEmptyTable('optionalDependencies'))
    notes.add(signsOfCut, `the last entry, ${found.name}, is not whole`);
};

/**
 * Reads the lockfile of Yarn 1. It has no direct dependencies and no scopes; the package.json files supply
 * them.
 */
export const readYarnClassic: LockfileReader = (input) => {
  const descriptors = new Descriptors();
  const packages: FoundPackage[] = [];
  const graph = new Map<FoundPackage, Table>();
  const document = parseYarnClassic(input.text);
  refuseNewer(document);
  const entries = [...groupPatterns(document, input.notes).values()];
  const integrity = new IntegrityHashes();
  for (const entry of entries) {
    const identity = identityOf(entry);
    const name = asText(identity.name);
    const version = asText(member(entry.table, 'version'));
    if (!name || (!version && !asText(member(entry.table, 'resolved'), 4096))) {
      input.notes.add(unreadableEntries, entry.patterns[0]?.name ?? '');
      continue;
    }
    const [{ range } = { range: '' }] = entry.patterns;
    const key = `${name}@${version ?? ''}|${range}`;
    for (const pattern of entry.patterns) descriptors.add(pattern.name, pattern.range, key);
    if (!identity.local && !asText(member(entry.table, 'resolved'), 4096)) input.notes.add(unlocated, name);
    const found = {
      ...identity,
      key,
      name,
      ...(version && { version }),
      hashes: hashesOf(entry.table, integrity),
    };
    packages.push(found);
    graph.set(found, entry.table);
  }
  integrity.convert();
  noteOutdated(entries, input);
  const roots = rootsFromManifests(input, descriptors);
  if (!roots) noteUnconfirmed('package.json', input.notes);
  for (const [found, table] of graph) {
    const declared = dependencyRanges(table);
    found.dependsOn = descriptors.findAll(declared.required, found);
    found.optionallyDependsOn = descriptors.findAll(declared.optional, found);
    for (const dependency of declared.required)
      if (!descriptors.has(...dependency, found)) input.notes.add(missingDependencies, dependency.join('@'));
  }
  noteCut(input, [...graph]);
  // A workspace may have members with a lockfile of their own, whose requests are not read here.
  const manifest = readPackageJson(input.readText(siblingPath(input.path, 'package.json')));
  if (manifest?.workspaces.length === 0) noteUnreachable({ packages, ...(roots && { roots }) }, input.notes);
  return { packages, ...(roots && { roots }) };
};
