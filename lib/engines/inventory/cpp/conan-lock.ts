import { siblingPath } from '@scangate/engines/units/paths';
import {
  emptyRoots,
  noteUnconfirmed,
  unreadableEntries,
  type FoundPackage,
  type LockfileContent,
  type LockfileInput,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asTable, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import { parseJson } from '../parse/parse-document.ts';
import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { purlOfType } from '@scangate/engines/purl/purl-of-type';
import { packagesRequestedOfConan } from './conanfile.ts';

/** `name/version[@user/channel][#recipe revision][:package][%time]`. */
const reference =
  /^([^/@#:%\s]{1,200})\/([^/@#:%\s]{1,200})(?:@([^/#:%\s]{0,100})\/?([^#:%\s]{0,100}))?(?:[#:%]|$)/;

/** The characters of names and versions that a package URL has as they are. */
const [inName, inVersion] = [asciiClass(/[a-z\d._-]/), asciiClass(/[A-Za-z\d._-]/)];
const [slash, hash, percent] = [0x2f, 0x23, 0x25];
const longestPart = 200;

/** Reads a reference without user and channel, as nearly all are; undefined for any other. */
const usualPackage = (stated: string): FoundPackage | undefined => {
  const at = endOfClass(stated, inName);
  if (at === 0 || at > longestPart || stated.charCodeAt(at) !== slash) return undefined;
  const end = endOfClass(stated, inVersion, at + 1);
  const next = stated.charCodeAt(end);
  const isWhole = end === stated.length || next === hash || next === percent;
  if (!isWhole || end === at + 1 || end > at + longestPart) return undefined;
  const name = stated.slice(0, at);
  const version = stated.slice(at + 1, end);
  return { key: stated.slice(0, end), name, version, purl: `pkg:conan/${name}@${version}` };
};

const otherPackage = (stated: string): FoundPackage | undefined => {
  const [, name, version, user, channel] = reference.exec(stated) ?? [];
  if (name === undefined || version === undefined) return undefined;
  const isOwn = user !== undefined && user !== '' && user !== '_';
  // ConanCenter has only packages without user and channel.
  const qualifiers = { ...(isOwn && { user }), ...(isOwn && channel && { channel }) };
  const key = `${name}/${version}${isOwn ? `@${user}/${channel ?? ''}` : ''}`;
  // A version in brackets is a range, which a lockfile never has for a locked package.
  const pinned = /[[\]<>~^*|]/.test(version) ? undefined : version;
  const parts = { type: 'conan', name, version: pinned, qualifiers };
  return { key, name, ...(pinned && { version: pinned }), ...purlOfType(parts) };
};

const longestReference = 2048;

/** Collects packages and their scopes from references. */
class References {
  readonly packages: FoundPackage[] = [];
  readonly roots: Roots = emptyRoots();
  readonly #keys = new Set<string>();
  /** Made when a package is stated again. */
  #byKey: Map<string, FoundPackage> | undefined;
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  /** Adds the package of a reference, which is a text in JSON. */
  add(stated: unknown): FoundPackage | undefined {
    const usual = typeof stated === 'string' ? usualPackage(stated) : undefined;
    const found = usual ?? otherPackage(asText(stated, longestReference) ?? '');
    if (!found) {
      this.#notes.add(unreadableEntries, typeof stated === 'string' ? stated : JSON.stringify(stated));
      return undefined;
    }
    const before = this.#keys.size;
    if (this.#keys.add(found.key).size === before) return this.#known(found.key);
    if (this.packages.length < maxPackages) {
      this.packages.push(found);
      this.#byKey?.set(found.key, found);
      return found;
    }
    this.#notes.addOmitted(1);
    return undefined;
  }

  #known(key: string): FoundPackage | undefined {
    this.#byKey ??= new Map(this.packages.map((each) => [each.key, each]));
    return this.#byKey.get(key);
  }
}

/** Reads the format of Conan 2: references by their use, newest version first, without a graph. */
const readReferences = (document: Table, input: LockfileInput): LockfileContent => {
  const references = new References(input.notes);
  const scopes = {
    requires: 'required',
    build_requires: 'dev',
    python_requires: 'dev',
    config_requires: 'dev',
  } as const;
  const asked = packagesRequestedOfConan(input);
  for (const [table, scope] of Object.entries(scopes))
    for (const stated of asList(member(document, table))) {
      const found = references.add(stated);
      if (!found) continue;
      references.roots[scope].push(found.key);
      // The packages of production come first.
      found.scope ??= scope;
    }
  const { packages } = references;
  if (asked.size === 0) return { packages, roots: references.roots };
  const names = new Set(packages.map(({ name }) => name));
  input.notes.addRequests(asked, (name) => names.has(name));
  const direct = packages.filter(({ name }) => asked.has(name)).map(({ key }) => key);
  return { packages, roots: direct.length > 0 ? { ...emptyRoots(), required: direct } : references.roots };
};

/** Reads the graph that Conan 1 writes; the node of the project itself has no recipe in a registry. */
const readGraph = (nodes: Table, input: LockfileInput): LockfileContent => {
  const references = new References(input.notes);
  const byNode = new Map<string, FoundPackage>();
  const own = new Set<string>();
  for (const [id, node] of entriesOf(nodes)) {
    const stated = asText(member(node, 'ref')) ?? asText(member(node, 'pref'));
    if (member(node, 'path') !== undefined || stated === undefined || stated.startsWith('conanfile.'))
      own.add(id);
    else {
      const found = references.add(stated);
      if (found) byNode.set(id, found);
    }
  }
  const keysOf = (ids: unknown): string[] => textsOf(ids).flatMap((id) => byNode.get(id)?.key ?? []);
  for (const [id, node] of entriesOf(nodes)) {
    const [needed, tools] = [member(node, 'requires'), member(node, 'build_requires')];
    for (const each of [...textsOf(needed), ...textsOf(tools)])
      if (!Object.hasOwn(nodes, each))
        input.notes.add('dependencies that the file itself does not list', each);
    const found = byNode.get(id);
    if (found) (found.dependsOn ??= []).push(...keysOf(needed));
    else if (own.has(id)) {
      references.roots.required.push(...keysOf(needed));
    }
    references.roots.dev.push(...keysOf(tools));
  }
  const { packages } = references;
  for (const found of packages) found.dependsOn = [...new Set(found.dependsOn)];
  const { required, dev } = references.roots;
  if (required.length + dev.length === 0) return { packages };
  return { packages, roots: { required: [...new Set(required)], optional: [], dev: [...new Set(dev)] } };
};

/** Reads conan.lock: the graph of Conan 1 and the lists of Conan 2. A conanfile next to it states what is direct. */
export const readConanLock: LockfileReader = (input) => {
  const document = parseJson(input.text);
  const nodes = asTable(member(member(document, 'graph_lock'), 'nodes'));
  if (nodes) return readGraph(nodes, input);
  if (!Array.isArray(member(document, 'requires')))
    throw new UnreadableFile('it has neither a graph nor a list of references');
  const manifests = ['conanfile.txt', 'conanfile.py'].map((name) => siblingPath(input.path, name));
  if (manifests.every((manifest) => input.readText(manifest) === undefined))
    noteUnconfirmed('conanfile.txt', input.notes);
  return readReferences(document, input);
};
