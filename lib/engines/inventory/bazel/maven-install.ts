import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import type { ComponentHash } from '@scangate/engines/model/component';
import { sha256Hashes } from '../hashes.ts';
import { unique } from '@scangate/engines/text/unique-texts';
import {
  missingDependencies,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { limitPackages } from '../package-limit.ts';
import type { JsonCursor } from '../parse/json-cursor.ts';
import { membersAt, textAt, textsAt } from '../parse/json-members.ts';
import { readJson } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asTable, asText, member, textsOf, type Table } from '../parse/untrusted-value.ts';

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

  add({ name, version = '' }: Coordinates, hashes: ComponentHash[]): void {
    const first = this.packages.get(name);
    // Dependencies have no versions and lead to the first one; another one hides neither of them.
    const key = first === undefined || first.version === version ? name : `${name}@${version}`;
    const found = key === name ? first : this.packages.get(key);
    const known = found?.hashes ?? [];
    if (found) found.hashes = known.length < maxHashes ? [...known, ...hashes] : known;
    else this.packages.set(key, { key, ecosystem: 'Maven', name, version, hashes, dependsOn: [] });
  }

  connect(name: string, needed: readonly string[]): void {
    const found = this.packages.get(name);
    if (!found) this.#notes.add(missingDependencies, name);
    else for (const each of needed) found.dependsOn?.push(nameIn(each));
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
      modules.add(coordinates, sha256Hashes(sum ? [sum] : []));
      const needed = textsOf(member(entry, 'directDependencies') ?? member(entry, 'dependencies'));
      modules.connect(coordinates.name, needed);
    }
  }
  return modules;
};

interface LockedArtifact {
  stated: string;
  version: string | undefined;
  hashes: ComponentHash[];
}

/** Reads the digests of the archives that have the code of a module. */
const readHashes = (cursor: JsonCursor): ComponentHash[] => {
  const sums: string[] = [];
  for (const [kind, sum] of membersAt(cursor, () => textAt(cursor)) ?? [])
    if (!besideCode.has(kind) && sum !== undefined) sums.push(sum);
  return sha256Hashes(sums);
};

const readArtifact = (cursor: JsonCursor, stated: string): LockedArtifact => {
  const artifact: LockedArtifact = { stated, version: undefined, hashes: [] };
  if (cursor.enterObject())
    for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
      if (field === 'version') artifact.version = textAt(cursor);
      else if (field === 'shasums') artifact.hashes = readHashes(cursor);
      else cursor.skip();
    }
  return artifact;
};

interface LockDocument {
  tree: Table | undefined;
  artifacts: Map<string, LockedArtifact> | undefined;
  dependencies: Map<string, string[]> | undefined;
}

const readDocument = (text: string): LockDocument => {
  const document: LockDocument = { tree: undefined, artifacts: undefined, dependencies: undefined };
  readJson(text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      if (key === 'dependency_tree') document.tree = asTable(cursor.value());
      else if (key === 'artifacts') document.artifacts = membersAt(cursor, readArtifact);
      else if (key === 'dependencies') document.dependencies = membersAt(cursor, textsAt);
      else cursor.skip();
    }
  });
  return document;
};

/** Reads the second format, whose tables of artifacts and dependencies have coordinates without versions. */
const readTables = ({ artifacts, dependencies }: LockDocument, notes: Notes): Modules => {
  const modules = new Modules(notes);
  for (const { stated, version, hashes } of limitPackages([...(artifacts?.values() ?? [])], notes)) {
    const coordinates = parseCoordinates(stated, false);
    if (besideCode.has(coordinates?.classifier)) continue;
    if (!coordinates || version === undefined) notes.add(unreadableEntries, stated);
    else modules.add({ name: coordinates.name, version }, hashes);
  }
  for (const [stated, needed] of dependencies ?? []) {
    const { name, classifier } = parseCoordinates(stated, false) ?? {};
    if (besideCode.has(classifier)) continue;
    if (name === undefined) notes.add(unreadableEntries, stated);
    else modules.connect(name, needed);
  }
  return modules;
};

/**
 * Reads maven_install.json of Bazel's rules_jvm_external, versions 0.1 to 2: every artifact with hash and graph. An
 * artifact that no other depends on counts as direct.
 */
export const readMavenInstall: LockfileReader = ({ text, notes }) => {
  const document = readDocument(text);
  const { tree, artifacts } = document;
  if (!tree && !artifacts) throw new UnreadableFile('it has neither a dependency tree nor artifacts');
  const modules = tree ? readList(asList(member(tree, 'dependencies')), notes) : readTables(document, notes);
  return { packages: modules.all() };
};
