import type { Notes } from '../gap-notes.ts';
import { deprecationOf } from '../deprecation.ts';
import { hexHash } from '../hashes.ts';
import { limitPackages, KeysByName } from '../package-limit.ts';
import { parseJson, tryParse } from '../parse/parse-document.ts';
import {
  unreadableEntries,
  missingDependencies,
  unreadableManifests,
  emptyRoots,
  type FoundPackage,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { noteUncoveredBelow } from '../uncovered-manifests.ts';
import { noteUnmetRanges, packagesByName, type RequestedRange } from '../unmet-ranges.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

const ecosystem = 'Packagist';

/**
 * Requirements that PHP or Composer satisfies itself, such as `php`, `ext-json` and `composer-plugin-api`.
 */
const fromPlatform =
  /^(?:php(?:-64bit|-ipv6|-zts|-debug)?|hhvm|(?:ext|lib)-.{1,200}|composer(?:-plugin-api|-runtime-api)?)$/i;

/**
 * Determines the source. Composer stores a path in `url`; a path that leaves the repository is not part of it.
 */
const sourceOf = (entry: unknown): Partial<FoundPackage> => {
  const dist = member(entry, 'dist');
  if (asText(member(dist, 'type')) !== 'path') return { ecosystem };
  const path = asText(member(dist, 'url'), 4096) ?? '..';
  return { local: /^(?:\.\.|[/~\\]|[A-Za-z]:)/.test(path) ? 'path' : 'member' };
};

/** Reads the license. Several licenses mean a choice between them, as Composer's schema defines. */
const licenseOf = (stated: unknown): Pick<FoundPackage, 'license'> => {
  const all = asText(stated) ? [asText(stated) as string] : textsOf(stated);
  const [only, ...more] = all;
  if (only === undefined) return {};
  if (more.length === 0) return { license: only };
  return { license: all.map((each) => (/\s/.test(each) ? `(${each})` : each)).join(' OR ') };
};

/** Reads `abandoned`: `true`, or the name of the replacement. */
const abandonmentOf = (stated: unknown): Pick<FoundPackage, 'deprecated'> => {
  const instead = asText(stated);
  return deprecationOf(instead === undefined ? stated : `abandoned in favor of ${instead}`);
};

const packageOf = (entry: unknown, scope: 'required' | 'dev'): FoundPackage | undefined => {
  const name = asText(member(entry, 'name'));
  const version = asText(member(entry, 'version'));
  if (!name || !version) return undefined;
  const hash = hexHash('sha1', asText(member(member(entry, 'dist'), 'shasum')) ?? '');
  return {
    key: name.toLowerCase(),
    name,
    version,
    ...sourceOf(entry),
    scope,
    ...licenseOf(member(entry, 'license')),
    ...abandonmentOf(member(entry, 'abandoned')),
    hashes: hash ? [hash] : [],
  };
};

/** Returns the entries of a list; for PHP, a table is one as well. */
export const packagesIn = (
  document: Table,
  list: 'packages' | 'packages-dev',
): readonly unknown[] | undefined => {
  const stated = member(document, list);
  if (Array.isArray(stated)) return stated;
  const entries = entriesOf(stated).map(([, entry]) => entry);
  return entries.length > 0 ? entries : undefined;
};

interface Entry {
  found: FoundPackage;
  table: unknown;
}

/** Adds an entry. A second version of a name is kept along with the first: neither hides the other. */
const addEntry = (entries: Map<string, Entry>, entry: Entry): void => {
  const { key, version } = entry.found;
  const first = entries.get(key);
  if (!first) {
    entries.set(key, entry);
    return;
  }
  const further = `${key}@${version}`;
  if (first.found.version === version || entries.has(further)) return;
  entries.set(further, { ...entry, found: { ...entry.found, key: further } });
};

/**
 * Indexes packages by name, and by the names they replace or provide where the file has no package of that
 * name.
 */
const indexOf = (entries: ReadonlyMap<string, Entry>): KeysByName => {
  const keys = new KeysByName();
  for (const [key, { found }] of entries) keys.add(found.name.toLowerCase(), key);
  for (const [key, { table }] of entries) {
    for (const relation of ['replace', 'provide']) {
      for (const [name] of entriesOf(member(table, relation)))
        if (!entries.has(name.toLowerCase())) keys.add(name.toLowerCase(), key);
    }
  }
  return keys;
};

const namesIn = (table: unknown): string[] =>
  entriesOf(table).flatMap(([name]) => (fromPlatform.test(name) ? [] : name.toLowerCase()));

interface Context {
  /** Names that the project itself replaces or provides. */
  own: ReadonlySet<string>;
  notes: Notes;
}

/** Collects the requests of the manifest, and notes those that the file does not list. */
const rootsOf = (manifest: Table, keys: KeysByName, { own, notes }: Context): Roots => {
  const direct = (table: string): string[] =>
    namesIn(member(manifest, table)).flatMap((name) => {
      const found = keys.find(name);
      notes.addRequest(name, found.length > 0 || own.has(name));
      return [...found];
    });
  return { ...emptyRoots(), required: direct('require'), dev: direct('require-dev') };
};

/** Returns the version ranges that a manifest requests, by name. */
const rangesIn = (manifest: Table): RequestedRange[] =>
  ['require', 'require-dev'].flatMap((table) =>
    entriesOf(member(manifest, table)).flatMap(([name, stated]) => {
      const range = asText(stated);
      return range === undefined ? [] : [{ name: name.toLowerCase(), range }];
    }),
  );

/** Polyfills, and virtual packages that others provide: a project may supply them itself. */
const mayBeOwn = /(?:^symfony\/polyfill-|-implementation$)/;

/** Reads composer.lock. Development packages are in a list of their own. */
export const readComposerLock: LockfileReader = (input) => {
  const { path, text, notes, readText } = input;
  const document = parseJson(text);
  if (!packagesIn(document, 'packages')) throw new UnreadableFile('it has no list of packages');
  const entries = new Map<string, Entry>();
  for (const [list, scope] of [
    ['packages', 'required'],
    ['packages-dev', 'dev'],
  ] as const) {
    for (const table of limitPackages(packagesIn(document, list) ?? [], notes)) {
      const found = packageOf(table, scope);
      if (!found)
        notes.add(unreadableEntries, asText(member(table, 'name')) ?? 'a package without name or version');
      else addEntry(entries, { found, table });
    }
  }
  const keys = indexOf(entries);
  const manifestPath = siblingPath(path, 'composer.json');
  const manifest = tryParse(readText(manifestPath), parseJson);
  if (!manifest && readText(manifestPath) !== undefined) notes.add(unreadableManifests, manifestPath);
  if (member(member(manifest, 'extra'), 'merge-plugin') !== undefined)
    notes.add('manifests that a plugin merges, which are not compared', manifestPath);
  // The project itself may replace or provide packages, such as polyfills.
  const own = new Set(['replace', 'provide'].flatMap((table) => namesIn(member(manifest, table))));
  for (const { found, table } of entries.values()) {
    found.dependsOn = namesIn(member(table, 'require')).flatMap((name) => {
      const needed = keys.find(name);
      const isOwn = manifest ? own.has(name) : mayBeOwn.test(name);
      if (needed.length === 0 && !isOwn) notes.add(missingDependencies, name);
      return [...needed];
    });
  }
  const packages = [...entries.values()].map(({ found }) => found);
  const required = (each: string): string[] => namesIn(member(tryParse(each, parseJson), 'require'));
  noteUncoveredBelow(
    input,
    [{ file: 'composer.json', namesIn: required }],
    (name) => own.has(name) || keys.find(name).length > 0,
  );
  if (!manifest) return { packages };
  noteUnmetRanges(
    rangesIn(manifest),
    packagesByName(packages, ({ name }) => name.toLowerCase()),
    notes,
  );
  return { packages, roots: rootsOf(manifest, keys, { own, notes }) };
};
