import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { fileHashes } from '../hashes.ts';
import { unique } from '@scangate/engines/text/unique-texts';
import {
  missingDependencies,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { limitPackages } from '../package-limit.ts';
import { parseJson } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asTable, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

const maxHashes = 100;

/** Archives that accompany the code of a module. */
const besideCode: ReadonlySet<string | undefined> = new Set(['sources', 'javadoc']);

interface Coordinates {
  name: string;
  version?: string;
  classifier?: string;
}

/** Returns the group and artifact at the beginning of coordinates. */
const nameIn = (coordinates: string): string => {
  const end = coordinates.indexOf(':', coordinates.indexOf(':') + 1);
  return end === -1 ? coordinates : coordinates.slice(0, end);
};

const inPart = asciiClass(/[\w.-]/);
const colon = 0x3a;
const longestText = 512;

/** Parses `group:artifact[:packaging[:classifier]]:version`, which lacks the version in format 2. */
const parseCoordinates = (text: string, hasVersion: boolean): Coordinates | undefined => {
  if (!hasVersion && text.length <= longestText) {
    const group = endOfClass(text, inPart);
    const isPair = group > 0 && text.charCodeAt(group) === colon && group + 1 < text.length;
    if (isPair && endOfClass(text, inPart, group + 1) === text.length) return { name: text };
  }
  const parts = (asText(text) ?? '').split(':');
  const version = hasVersion ? parts.pop() : undefined;
  const [group, artifact, , classifier, ...more] = parts;
  if (!group || !artifact || more.length > 0 || (hasVersion && !version)) return undefined;
  return { name: `${group}:${artifact}`, ...(version && { version }), ...(classifier && { classifier }) };
};

/** Collects the entries of a module, which has one for each of its archives. */
class Modules {
  readonly packages = new Map<string, FoundPackage>();
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  add({ name, version = '' }: Coordinates, sums: readonly string[]): void {
    const found = this.packages.get(name);
    const known = found?.hashes ?? [];
    const hashes = known.length < maxHashes ? fileHashes(sums) : [];
    if (found) found.hashes = [...known, ...hashes];
    else this.packages.set(name, { key: name, ecosystem: 'Maven', name, version, hashes, dependsOn: [] });
  }

  connect(name: string, needed: readonly string[]): void {
    const found = this.packages.get(name);
    if (!found) this.#notes.add(missingDependencies, name);
    else for (const each of needed) found.dependsOn?.push(each);
  }

  /** Returns the collected packages. */
  all(): FoundPackage[] {
    const all = [...this.packages.values()];
    for (const found of all) {
      found.dependsOn = unique(found.dependsOn ?? []);
      for (const key of found.dependsOn)
        if (!this.packages.has(key)) this.#notes.add(missingDependencies, key);
    }
    return all;
  }
}

/** Reads the first format, a list in `dependency_tree` whose coordinates have their versions. */
const readList = (entries: readonly unknown[], notes: Notes): Modules => {
  const modules = new Modules(notes);
  for (const entry of limitPackages(entries, notes)) {
    const stated = asText(member(entry, 'coord')) ?? '';
    const coordinates = parseCoordinates(stated, true);
    if (besideCode.has(coordinates?.classifier)) continue;
    if (!coordinates) notes.add(unreadableEntries, stated || 'an entry without coordinates');
    else {
      const sum = asText(member(entry, 'sha256'));
      modules.add(coordinates, sum ? [`sha256:${sum}`] : []);
      const needed = textsOf(member(entry, 'directDependencies') ?? member(entry, 'dependencies'));
      modules.connect(coordinates.name, needed.map(nameIn));
    }
  }
  return modules;
};

/** Returns the digests of the archives that have the code of a module. */
const sumsIn = (table: Table): string[] => {
  const sums: string[] = [];
  for (const kind of Object.keys(table)) {
    const sum = besideCode.has(kind) ? undefined : asText(table[kind]);
    if (sum !== undefined) sums.push(`sha256:${sum}`);
  }
  return sums;
};

/** Reads the second format, whose tables of artifacts and dependencies have coordinates without versions. */
const readTables = (document: unknown, notes: Notes): Modules => {
  const modules = new Modules(notes);
  for (const [stated, entry] of limitPackages(entriesOf(member(document, 'artifacts')), notes)) {
    const coordinates = parseCoordinates(stated, false);
    const version = asText(member(entry, 'version'));
    if (besideCode.has(coordinates?.classifier)) continue;
    if (!coordinates || version === undefined) notes.add(unreadableEntries, stated);
    else {
      modules.add({ name: coordinates.name, version }, sumsIn(asTable(member(entry, 'shasums')) ?? {}));
    }
  }
  for (const [stated, needed] of entriesOf(member(document, 'dependencies'))) {
    const { name, classifier } = parseCoordinates(stated, false) ?? {};
    if (besideCode.has(classifier)) continue;
    if (name === undefined) notes.add(unreadableEntries, stated);
    else modules.connect(name, textsOf(needed).map(nameIn));
  }
  return modules;
};

/**
 * Reads maven_install.json of Bazel's rules_jvm_external, versions 0.1 to 2: every artifact with hash and graph. An
 * artifact that no other depends on counts as direct.
 */
export const readMavenInstall: LockfileReader = ({ text, notes }) => {
  const document = parseJson(text);
  const tree = asTable(member(document, 'dependency_tree'));
  if (!tree && !asTable(member(document, 'artifacts')))
    throw new UnreadableFile('it has neither a dependency tree nor artifacts');
  const modules = tree ? readList(asList(member(tree, 'dependencies')), notes) : readTables(document, notes);
  return { packages: modules.all() };
};
