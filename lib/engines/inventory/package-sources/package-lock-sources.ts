import { readJson } from '../parse/parse-document.ts';
import type { JsonCursor } from '../parse/json-cursor.ts';
import { each, members, scalar, upTo } from '../parse/pick-json.ts';
import { pickTree } from '../npm/package-lock-entry.ts';
import { maxPackages } from '../package-limit.ts';
import { parseJsonc } from '../parse/parse-jsonc.ts';
import {
  asAddress,
  asList,
  asTable,
  asText,
  entriesOf,
  member,
  type Table,
} from '../parse/untrusted-value.ts';
import { splitSpec } from '../npm/npm-spec.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import type { LockedSource, SourceInput, SourceReader } from './locked-source.ts';
import { BundledPackages, saysBundled } from './bundled-packages.ts';
import { npmHosts, npmSource } from './npm-address.ts';

/** An entry whose request names an archive by URL: no registry serves it. */
const asArchive = (found: LockedSource | undefined, isArchive: boolean): LockedSource[] => {
  if (!found) return [];
  if (!isArchive || found.kind !== 'registry') return [found];
  const { name, version, address, lacksHash, mark } = found;
  return [
    {
      name,
      mark,
      kind: 'url',
      ...(version !== undefined && { version }),
      ...(address !== undefined && { address }),
      ...(lacksHash !== undefined && { lacksHash }),
    },
  ];
};

const isLink = (entry: Table): boolean => member(entry, 'link') === true;

const installedName = (location: string): string =>
  location.slice(location.lastIndexOf('node_modules/') + 13);

const tables = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** The length of a list of bundled packages; of a longer one, none counts as bundled. */
const maxBundleLength = 65_536;

/** Picks what is read of an entry of the flat table. */
const pickEntry = members({
  name: scalar,
  version: scalar,
  resolved: scalar,
  integrity: scalar,
  link: scalar,
  inBundle: scalar,
  bundled: scalar,
  bundleDependencies: upTo(maxBundleLength),
  bundledDependencies: upTo(maxBundleLength),
  peerDependencies: each(scalar),
  ...Object.fromEntries(tables.map((table) => [table, each(scalar)])),
});

/** Adds the archives that an entry requests by URL, by package name. */
const addRequestedArchives = (entry: Table, asked: Set<string>): void => {
  for (const table of tables)
    for (const [name, range] of entriesOf(member(entry, table)))
      if (typeof range === 'string' && /^https?:/.test(range)) asked.add(name);
};

const aliasForm = /"([^"\\]{1,214})"\s{0,20}:\s{0,20}"npm:((?:@[^/@"\\]{1,214}\/)?[^/@"\\]{1,214})["@]/g;

/** Collects the requests of another package under an alias, as `alias package`. */
const aliasesIn = (...texts: readonly (string | undefined)[]): Set<string> =>
  new Set(
    texts.flatMap((text) =>
      [...(text ?? '').matchAll(aliasForm)].map(([, alias, name]) => `${alias} ${name}`),
    ),
  );

/** Marks an entry that holds another package than its name says, without a manifest that requests it. */
const unaliased = (found: LockedSource, alias: string, aliases: ReadonlySet<string>): LockedSource =>
  found.kind !== 'registry' || found.name === alias || aliases.has(`${alias} ${found.name}`)
    ? found
    : { ...found, mismatch: `its entry is of ${alias}` };

/** An override may be written as `name@range`, so that its key is not a name. */
const overridesName = (manifest: string | undefined, name: string): boolean =>
  manifest?.includes(`npm:${name}`) ?? false;

/** The entries of a flat table, of which only what is judged is kept. */
interface FlatTable {
  size: number;
  /** The sources of installed packages, by location. */
  sources: Map<string, LockedSource>;
  /** The packages that are requested as an archive. */
  archives: Set<string>;
  bundled: BundledPackages;
}

const sourceAt = (location: string, entry: Table): LockedSource | undefined => {
  if (!location.includes('node_modules/') || isLink(entry)) return undefined;
  const version = asText(member(entry, 'version'));
  const named = {
    name: asText(member(entry, 'name')) ?? installedName(location),
    ...(version !== undefined && { version }),
    mark: JSON.stringify(location),
  };
  const address = asAddress(member(entry, 'resolved'));
  const lacksHash = asText(member(entry, 'integrity'), 1024) === undefined;
  return npmSource(named, { address, lacksHash });
};

const readFlatTable = (cursor: JsonCursor): FlatTable => {
  const table: FlatTable = {
    size: 0,
    sources: new Map(),
    archives: new Set(),
    bundled: new BundledPackages(),
  };
  if (!cursor.enterObject()) return table;
  for (let location = cursor.nextKey(); location !== undefined; location = cursor.nextKey()) {
    const entry = asTable(pickEntry(cursor));
    table.size += 1;
    if (entry) addRequestedArchives(entry, table.archives);
    table.bundled.add(location, entry);
    // The inventory has no more packages either, and says so.
    const isLeftOut = table.sources.size >= maxPackages && !table.sources.has(location);
    const found = entry && !isLeftOut ? sourceAt(location, entry) : undefined;
    if (found) table.sources.set(location, found);
    // Of a duplicate, the last one counts.
    else table.sources.delete(location);
  }
  return table;
};

const fromPackages = (
  { sources, archives, bundled }: FlatTable,
  isAlias: (found: LockedSource, alias: string) => LockedSource,
): LockedSource[] => {
  const inArchives = bundled.locations();
  return [...sources].flatMap(([location, source]) => {
    // npm fetches from a stated address what it does not find in the archive.
    if (source.address === undefined && inArchives.has(location)) return [];
    const alias = installedName(location);
    return asArchive(source, archives.has(alias)).map((found) => isAlias(found, alias));
  });
};

/** Reads the nested tree of lockfile version 1, where an alias states `npm:name@version`. */
const fromTree = (dependencies: unknown): LockedSource[] => {
  const found: LockedSource[] = [];
  const open = [{ tree: dependencies, isNested: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [alias, entry] of entriesOf(next.tree)) {
      open.push({ tree: member(entry, 'dependencies'), isNested: true });
      const stated = asAddress(member(entry, 'version')) ?? '';
      const table = asTable(entry);
      if (!table || isLink(table) || /^(?:file|link):/.test(stated)) continue;
      const spec = stated.startsWith('npm:') ? splitSpec(stated) : { name: alias, range: stated };
      const isArchive = /^https?:/.test(stated);
      const named = { name: spec.name, mark: JSON.stringify(alias) };
      const isAddress = isArchive || /^(?:git|github|gitlab|bitbucket)[+:@]/.test(stated);
      const address = isAddress ? stated : asAddress(member(entry, 'resolved'));
      // Such a lockfile does not say what a package bundles.
      if (next.isNested && address === undefined && saysBundled(table)) continue;
      const lacksHash = asText(member(entry, 'integrity'), 1024) === undefined;
      const versioned = isAddress ? named : { ...named, version: spec.range };
      found.push(...asArchive(npmSource(versioned, { address, lacksHash }), isArchive));
    }
  }
  return found;
};

/** Returns a function that marks entries of another package than the requested one. */
const aliasJudge = ({ path, text, readText }: SourceInput) => {
  const manifest = readText(siblingPath(path, 'package.json'));
  const aliases = aliasesIn(text, manifest);
  return (found: LockedSource, alias: string): LockedSource =>
    overridesName(manifest, found.name) ? found : unaliased(found, alias, aliases);
};

export const packageLockSources: SourceReader = (input) => {
  let flat: FlatTable | undefined;
  let tree: unknown;
  readJson(input.text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      if (key === 'packages') flat = readFlatTable(cursor);
      else if (key === 'dependencies') tree = pickTree(cursor);
      else cursor.skip();
    }
  });
  const packages = flat?.size ? fromPackages(flat, aliasJudge(input)) : fromTree(tree);
  return { ecosystem: 'npm', packages, publicHosts: npmHosts };
};

const integrity = /^(?:sha1|sha256|sha384|sha512|md5)-/;

/** The last name of a path such as `a/@scope/b`. */
const aliasAt = (path: string): string =>
  /(?:^|\/)((?:@[^/]{1,214}\/)?[^/@]{1,214})$/.exec(path)?.[1] ?? path;

/** Reads bun.lock: `[name@version, registry, …, hash]`, where the default registry is an empty string. */
export const bunLockSources: SourceReader = (input) => {
  const judge = aliasJudge(input);
  const packages = entriesOf(member(parseJsonc(input.text), 'packages')).flatMap(
    ([path, tuple]): LockedSource[] => {
      const [first, second, ...rest] = asList(tuple);
      const { name, range } = splitSpec(asAddress(first) ?? '');
      if (!name || !range || /^(?:workspace|file|link|root):/.test(range)) return [];
      const mark = JSON.stringify(path);
      const isVersion = /^\d/.test(range);
      const lacksHash = ![second, ...rest].some((part) => integrity.test(asText(part, 1024) ?? ''));
      const registry = asAddress(second);
      const address = isVersion ? registry : range;
      const named = { name, mark, ...(isVersion && { version: range }) };
      if (isVersion && address !== undefined && /^https?:\/\/[^/]+\/?$/.test(address))
        return [judge({ ...named, kind: 'registry', address, lacksHash }, aliasAt(path))];
      return asArchive(npmSource(named, { address, lacksHash: isVersion && lacksHash }), !isVersion).map(
        (found) => judge(found, aliasAt(path)),
      );
    },
  );
  return { ecosystem: 'npm', packages, publicHosts: npmHosts };
};
