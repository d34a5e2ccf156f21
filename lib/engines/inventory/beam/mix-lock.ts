import type { ComponentHash } from '@scangate/engines/model/component';
import { addFileHash, hexHash, sortFileHashes } from '../hashes.ts';
import { usualEntries } from './mix-lock-lines.ts';
import { itemsOf, parseElixirTerm, type ElixirTerm } from './elixir-terms.ts';
import { mixDependencies } from './mix-exs.ts';
import { vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import { purlOf } from '@scangate/engines/purl/ecosystem-purl';
import {
  unreadableEntries,
  missingDependencies,
  emptyRoots,
  type FoundPackage,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { noteUnmetRanges, packagesByName, type RequestedRange } from '../unmet-ranges.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText } from '../parse/untrusted-value.ts';

const textOfTerm = (term: ElixirTerm | undefined): string | undefined =>
  term && (term.kind === 'text' || term.kind === 'atom') ? asText(term.value, 2048) : undefined;

const option = (options: ElixirTerm | undefined, key: string): ElixirTerm | undefined => {
  for (const item of itemsOf(options)) if (item.kind === 'pair' && item.key === key) return item.value;
  return undefined;
};

/**
 * `hexpm` is public. `hexpm:organization` and other repositories are private, and no advisory covers them.
 */
const registryOf = (name: string, version: string, repository: string): Partial<FoundPackage> => {
  if (repository === 'hexpm') return { ecosystem: 'Hex' };
  const organization = /^hexpm:([\w-]{1,100})$/.exec(repository)?.[1];
  return organization ? { purl: purlOf({ ecosystem: 'Hex', name: `${organization}/${name}`, version }) } : {};
};

/** `{:hex, :name, "version", "inner checksum", [managers], [dependencies], "repository", "outer checksum"}` */
const hexPackage = (app: string, items: readonly ElixirTerm[]): FoundPackage | undefined => {
  const name = textOfTerm(items[1]);
  const version = textOfTerm(items[2]);
  if (!name || !version) return undefined;
  const repository = textOfTerm(items[6]) ?? 'hexpm';
  const [dependsOn, optionallyDependsOn]: [string[], string[]] = [[], []];
  for (const dependency of itemsOf(items[5])) {
    const parts = itemsOf(dependency);
    const needed = textOfTerm(parts[0]);
    const isOptional = textOfTerm(option(parts[2], 'optional')) === 'true';
    if (needed !== undefined) (isOptional ? optionallyDependsOn : dependsOn).push(needed);
  }
  const checksums = [
    hexHash('sha256', textOfTerm(items[3]) ?? ''),
    hexHash('sha256', textOfTerm(items[7]) ?? ''),
  ];
  const hashes: ComponentHash[] = [];
  for (const each of checksums) if (each) addFileHash(hashes, each);
  return {
    key: app,
    name,
    version,
    ...registryOf(name, version, repository),
    hashes: sortFileHashes(hashes),
    dependsOn,
    optionallyDependsOn,
  };
};

/** Reads `{:git, "url", "commit", [options]}`, which has no version. */
const gitPackage = (app: string, items: readonly ElixirTerm[]): FoundPackage | undefined => {
  const [, address, commit] = items.map((item) => textOfTerm(item));
  if (!address || !commit) return undefined;
  const origin = { kind: 'git' as const, url: vcsUrl(`${address}#${commit}`) };
  return { key: app, ecosystem: 'Hex', name: app, origin };
};

const packageOf = (entry: ElixirTerm): FoundPackage | undefined => {
  if (entry.kind !== 'pair' || !asText(entry.key)) return undefined;
  const items = itemsOf(entry.value);
  const kind = textOfTerm(items[0]);
  if (kind === 'hex') return hexPackage(entry.key, items);
  return kind === 'git' ? gitPackage(entry.key, items) : undefined;
};

/** Returns the entries of the map: packages where they are written as usual, and terms. */
const entriesIn = (text: string): readonly (FoundPackage | ElixirTerm)[] => {
  const entries = usualEntries(text);
  if (entries) return entries;
  const term = parseElixirTerm(text);
  if (term.kind !== 'tuple') throw new UnreadableFile('it is not a map');
  return term.items;
};

/**
 * Reads mix.lock, which has a full graph. mix.exs, including those of an umbrella's apps, declares direct
 * dependencies and their scopes.
 */
export const readMixLock: LockfileReader = ({ path, text, notes, readText, findNearby }) => {
  const packages: FoundPackage[] = [];
  for (const entry of limitPackages(entriesIn(text), notes)) {
    const found = 'name' in entry ? entry : packageOf(entry);
    if (found) packages.push(found);
    else notes.add(unreadableEntries, 'key' in entry ? entry.key : 'an entry without name');
  }
  const keys = new Set(packages.map(({ key }) => key));
  const roots: Roots = emptyRoots();
  const declared = new Set<string>();
  const asked: RequestedRange[] = [];
  // Another application of the umbrella may override a version.
  const overridden = new Set<string>();
  for (const manifest of new Set([siblingPath(path, 'mix.exs'), ...findNearby('mix.exs')]))
    for (const [name, { scope, isPackage, range, isOverride }] of mixDependencies(readText(manifest))) {
      declared.add(name);
      if (isOverride) overridden.add(name);
      if (isPackage && range !== undefined) asked.push({ name, range });
      if (keys.has(name)) roots[scope].push(name);
      if (isPackage) notes.addRequest(name, keys.has(name));
    }
  const counts = Map.groupBy(asked, ({ name }) => name);
  const sole = asked.filter(({ name }) => !overridden.has(name) || counts.get(name)?.length === 1);
  noteUnmetRanges(
    sole,
    packagesByName(packages, ({ key }) => key),
    notes,
  );
  // A dependency on a path is in no lockfile.
  for (const { dependsOn = [] } of packages)
    for (const key of dependsOn)
      if (!keys.has(key) && !declared.has(key)) notes.add(missingDependencies, key);
  const hasRoots = roots.required.length + roots.optional.length + roots.dev.length > 0;
  return hasRoots ? { packages, roots } : { packages };
};
