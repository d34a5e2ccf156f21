import { purlOfParts } from '@scangate/engines/purl/package-url';
import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { hexHash, IntegrityHashes } from '../hashes.ts';
import {
  emptyRoots,
  missingDependencies,
  unreadableEntries,
  type FoundPackage,
  type LockfileInput,
  type LockfileReader,
} from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { maxPackages } from '../package-limit.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { tryParse } from '../parse/parse-document.ts';
import { parseJsonc } from '../parse/parse-jsonc.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import { readDocument, type Listed, type Registry } from './lock-document.ts';
import { packageOfUrl } from './remote-modules.ts';

/** `name@version`, to which npm packages append the peers of an installation: `a@1.0.0_b@2.0.0`. */
const entry = /^((?:@[^@/\s]{1,200}\/)?[^@/\s]{1,214})@([^@\s_]{1,200})(?:_.{0,4096})?$/;
const jsrName = /^jsr:(@[^@/\s]{1,200}\/[^@/\s]{1,214})/;
const maxMembers = 1000;
const maxVersions = 64;

class Lock {
  readonly packages: FoundPackage[] = [];
  /** The keys of a package's versions, by name; nearly all names have one, which needs no list. */
  readonly byName: Record<Registry, Map<string, string | string[]>> = { npm: new Map(), jsr: new Map() };
  readonly notes: Notes;
  #byKey: Map<string, FoundPackage> | undefined;

  constructor(notes: Notes) {
    this.notes = notes;
  }

  add(found: FoundPackage): void {
    this.packages.push(found);
    this.#byKey?.set(found.key, found);
  }

  /** The packages by their keys, which most files need for none of them. */
  get byKey(): ReadonlyMap<string, FoundPackage> {
    return (this.#byKey ??= new Map(this.packages.map((found) => [found.key, found])));
  }
}

/** The packages of a registry, each with the entry at the same position. */
interface Added {
  packages: FoundPackage[];
  entries: Listed[];
  /** The keys that are not understood. */
  unread: string[];
  omitted: number;
}

const inName = asciiClass(/[\w.-]/);
const inVersion = asciiClass(/[A-Za-z\d.+-]/);

/** Splits `name@version`, as most packages are named; undefined for any other form. */
const usualParts = (key: string): { name: string; version: string } | undefined => {
  const at = endOfClass(key, inName);
  const end = endOfClass(key, inVersion, at + 1);
  if (at < 1 || at > 214 || !key.startsWith('@', at) || end < key.length) return undefined;
  const length = end - at - 1;
  return length < 1 || length > 200 ? undefined : { name: key.slice(0, at), version: key.slice(at + 1) };
};

const partsOf = (key: string): { name: string; version: string } | undefined => {
  const usual = usualParts(key);
  if (usual) return usual;
  const [, name, version] = entry.exec(key) ?? [];
  return name === undefined || version === undefined ? undefined : { name, version };
};

const packageOf = (
  { registry, hashes }: { registry: Registry; hashes: IntegrityHashes },
  { stated, integrity, deprecated }: Listed,
): FoundPackage | undefined => {
  const parts = partsOf(stated);
  if (!parts) return undefined;
  const { name, version } = parts;
  const key = `${registry}:${stated}`;
  if (registry === 'npm')
    return { key, ecosystem: 'npm', name, version, hashes: hashes.listFor(integrity), deprecated };
  const [scope, own] = name.split('/');
  const purl = purlOfParts({ type: 'jsr', namespace: scope, name: own, version });
  const hash = hexHash('sha256', asText(integrity, 2048) ?? '');
  return { key, name, version, ...(purl !== undefined && { purl }), ...(hash && { hashes: [hash] }) };
};

/** Returns whether no two packages of a registry have the same key: those of one name are few. */
const areDistinct = (names: ReadonlyMap<string, string | string[]>, table: readonly Listed[]): boolean =>
  names.size === table.length || new Set(table.map(({ stated }) => stated)).size === table.length;

/** Reads the packages of a registry. */
const addAll = (table: readonly Listed[], registry: Registry, lock: Lock): Added => {
  const before = lock.packages.length;
  let added = addListed(table, registry, lock);
  if (!areDistinct(lock.byName[registry], table)) {
    lock.packages.length = before;
    lock.byName[registry].clear();
    added = addListed([...new Map(table.map((each) => [each.stated, each])).values()], registry, lock);
  }
  for (const stated of added.unread) lock.notes.add(unreadableEntries, stated);
  if (added.omitted > 0) lock.notes.addOmitted(added.omitted);
  return added;
};

const addListed = (table: readonly Listed[], registry: Registry, lock: Lock): Added => {
  const keys = lock.byName[registry];
  const added: Added = { packages: [], entries: [], unread: [], omitted: 0 };
  const hashes = new IntegrityHashes();
  const source = { registry, hashes };
  for (const listed of table) {
    const found = packageOf(source, listed);
    if (!found) added.unread.push(listed.stated);
    else if (lock.packages.length >= maxPackages) added.omitted += 1;
    else {
      lock.add(found);
      added.packages.push(found);
      added.entries.push(listed);
      const known = keys.get(found.name);
      if (known === undefined) keys.set(found.name, found.key);
      else if (typeof known === 'string') keys.set(found.name, [known, found.key]);
      else if (known.length < maxVersions) known.push(found.key);
    }
  }
  hashes.convert();
  return added;
};

/** Returns the keys that a name resolves to: `a@1.0.0`, `a` where there is one version, `alias@npm:a@1.0.0`. */
const keysOf = (stated: string, registry: Registry, lock: Lock): string[] => {
  const [, at = '', other] = stated.includes(':') ? (/^([^:]{0,300}@)?(npm|jsr):/.exec(stated) ?? []) : [];
  const own = (other as Registry | undefined) ?? registry;
  const rest = other === undefined ? stated : stated.slice(at.length + other.length + 1);
  const key = `${own}:${rest}`;
  const name = /^((?:@[^@/\s]{1,200}\/)?[^@/\s]{1,214})/.exec(rest)?.[1] ?? '';
  const listed = lock.byName[own].get(name) ?? [];
  const known = typeof listed === 'string' ? [listed] : listed;
  if (known.includes(key) || lock.byKey.has(key)) return [key];
  const [, , version] = entry.exec(rest) ?? [];
  const exact = known.filter((each) => lock.byKey.get(each)?.version === version);
  return exact.length > 0 ? exact : known;
};

/** Adds the edges of each package. */
const connect = ({ packages, entries }: Added, registry: Registry, lock: Lock): void => {
  const resolve = (stated: string): string | string[] => {
    // Nearly all names have one version.
    const sole = lock.byName[registry].get(stated);
    if (typeof sole === 'string') return sole;
    const needed = keysOf(stated, registry, lock);
    if (needed.length === 0) lock.notes.add(missingDependencies, stated);
    return needed;
  };
  for (let at = 0; at < packages.length; at += 1) {
    const found = packages[at]!;
    const { needs, optional } = entries[at]!;
    const keys = needs.map(resolve);
    found.dependsOn = keys.every((each) => typeof each === 'string') ? keys : keys.flat();
    if (optional) found.optionallyDependsOn = optional.flatMap((stated) => keysOf(stated, registry, lock));
  }
};

/**
 * Returns the requests with the versions they resolve to: `npm:a@^1`. Every version of the format states them in its
 * own way.
 */
const specifiersOf = (document: Table): [string, string][] => {
  const own = member(document, 'specifiers') ?? member(member(document, 'packages'), 'specifiers');
  const old = member(member(document, 'npm'), 'specifiers');
  const stated = entriesOf(own ?? {}).flatMap(([asked, to]): [string, string][] => {
    const text = asText(to);
    if (text === undefined) return [];
    if (/^(?:npm|jsr):/.test(text)) return [[asked, text]];
    const name = /^((?:npm|jsr):(?:@[^@/\s]{1,200}\/)?[^@/\s]{1,214})/.exec(asked)?.[1];
    return name === undefined ? [] : [[asked, `${name}@${text}`]];
  });
  const before = entriesOf(old ?? {}).flatMap(([asked, to]): [string, string][] => {
    const text = asText(to);
    return text === undefined ? [] : [[`npm:${asked}`, `npm:${text}`]];
  });
  return [...stated, ...before];
};

/** Returns the requests of the project's own files; absent before version 3. */
const requestsOf = (document: Table): string[] => {
  const workspace = member(document, 'workspace');
  const parts = [workspace, ...entriesOf(member(workspace, 'members')).map(([, each]) => each)];
  return parts.flatMap((part) => [
    ...textsOf(member(part, 'dependencies')),
    ...textsOf(member(member(part, 'packageJson'), 'dependencies')),
  ]);
};

/** Returns the names of the workspace's own packages, which depend on each other and are in no registry. */
const ownNames = (
  document: Table,
  { path, readText }: Pick<LockfileInput, 'path' | 'readText'>,
): Set<string> => {
  const members = entriesOf(member(member(document, 'workspace'), 'members')).map(([name]) => `${name}/`);
  const files = ['', ...members.slice(0, maxMembers)].flatMap((at) =>
    ['deno.json', 'deno.jsonc'].map((name) => siblingPath(path, `${at}${name}`)),
  );
  return new Set(files.flatMap((file) => asText(member(tryParse(readText(file), parseJsonc), 'name')) ?? []));
};

const addRemote = (document: Table, lock: Lock): string[] => {
  const keys = new Set<string>();
  for (const [url, digest] of entriesOf(member(document, 'remote'))) {
    const found = packageOfUrl(url);
    keys.add(found.key);
    if (lock.byKey.has(found.key)) continue;
    if (lock.packages.length >= maxPackages) lock.notes.addOmitted(1);
    // The digest belongs to one file; it is the digest of the package only when that file is all of it.
    else {
      const hash = found.version === undefined ? hexHash('sha256', asText(digest) ?? '') : undefined;
      lock.add({ ...found, ...(hash && { hashes: [hash] }) });
    }
  }
  return [...keys];
};

/** Reads deno.lock, versions 2 to 5: packages of npm with their graph, packages of JSR, and modules by their address. */
export const readDenoLock: LockfileReader = (input) => {
  const { notes } = input;
  const { version, document, listed } = readDocument(input.text);
  if (version === undefined) throw new UnreadableFile('it states no version of its format');
  if (!/^[2-5]$/.test(version))
    throw new UnreadableFile(`it is of version ${version}, and versions 2 to 5 are read`);
  const lock = new Lock(notes);
  const npm = addAll(listed.npm, 'npm', lock);
  const jsr = addAll(listed.jsr, 'jsr', lock);
  connect(npm, 'npm', lock);
  connect(jsr, 'jsr', lock);
  const remote = addRemote(document, lock);
  const specifiers = specifiersOf(document);
  const asked = specifiers.flatMap(([, to]) => {
    const keys = keysOf(to, 'npm', lock);
    if (keys.length === 0) notes.add(missingDependencies, to);
    return keys;
  });
  const known = new Set(specifiers.map(([from]) => from));
  const own = ownNames(document, input);
  const requests = requestsOf(document).filter((each) => !own.has(jsrName.exec(each)?.[1] ?? ''));
  notes.addRequests(requests, (each) => known.has(each));
  const roots = { ...emptyRoots(), required: [...asked, ...remote] };
  return { packages: lock.packages, roots };
};
