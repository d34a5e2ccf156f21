import {
  emptyRoots,
  ownKey,
  signsOfCut,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import type { ComponentHash } from '@scangate/engines/model/component';
import { addFileHash, hexHash, sortFileHashes } from '../hashes.ts';
import { vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText } from '../parse/untrusted-value.ts';
import { parseErlangTerms, type ErlangTerm } from './erlang-terms.ts';

const itemsOf = (term: ErlangTerm | undefined): readonly ErlangTerm[] => {
  if (term?.kind === 'tuple' || term?.kind === 'list') return term.items;
  if (term?.kind !== 'pair') return [];
  const { atom, first, second } = term;
  return [
    ...(atom === undefined ? [] : [{ kind: 'atom' as const, value: atom }]),
    { kind: 'binary', value: first },
    { kind: 'binary', value: second },
  ];
};

/** Returns the content of a term without items. */
const valueOf = (term: ErlangTerm | undefined): string | undefined =>
  term && 'value' in term ? term.value : undefined;

const textOf = (term: ErlangTerm | undefined): string | undefined => asText(valueOf(term), 2048);

/** `{pkg, <<"name">>, <<"1.0.0">>}` for Hex, or `{git, "url", {ref, "commit"}}`. */
const sourceOf = (app: string, source: ErlangTerm | undefined): Omit<FoundPackage, 'key'> | undefined => {
  if (source?.kind === 'pair' && source.atom === 'pkg') {
    const [name, version] = [asText(source.first, 2048), asText(source.second, 2048)];
    return name && version ? { ecosystem: 'Hex', name, version } : undefined;
  }
  const [kind, first, second] = itemsOf(source);
  const stated = textOf(first);
  if (textOf(kind) === 'pkg') {
    const version = textOf(second);
    return stated && version ? { ecosystem: 'Hex', name: stated, version } : undefined;
  }
  if (stated === undefined) return undefined;
  if (textOf(kind) === 'path') return { name: app, local: 'path' };
  const url = vcsUrl(`${stated}#${textOf(itemsOf(second)[1]) ?? ''}`);
  return { ecosystem: 'Hex', name: app, origin: { kind: 'git', url } };
};

const mostSums = 4;

const sha256Of = (sum: string): ComponentHash | undefined =>
  hexHash('sha256', sum) ?? hexHash('sha256', asText(sum, 2048) ?? '');

/** Returns the contents of a tuple of two terms. */
const pairOf = (term: ErlangTerm): readonly (string | undefined)[] =>
  term.kind === 'pair' && term.atom === undefined ? [term.first, term.second] : itemsOf(term).map(valueOf);

/** The hashes of packages by application, undefined for a sum that is none. */
type Hashes = Map<string, readonly (ComponentHash | undefined)[]>;

/** Reads `{pkg_hash, [{<<"app">>, <<"hash">>}]}` and similar entries. */
const hashesIn = (terms: readonly ErlangTerm[]): Hashes => {
  const found: Hashes = new Map();
  for (const table of terms.flatMap(itemsOf))
    for (const entry of itemsOf(itemsOf(table)[1])) {
      const [name, sum = ''] = pairOf(entry);
      const app = asText(name, 2048);
      const hash = sha256Of(sum);
      if (!app || !(hash ?? asText(sum, 2048))) continue;
      const known = found.get(app) ?? [];
      if (known.length < mostSums) found.set(app, [...known, hash]);
    }
  return found;
};

const hashesOf = (hashes: Hashes, app: string): ComponentHash[] => {
  const listed: ComponentHash[] = [];
  for (const hash of hashes.get(app) ?? []) if (hash) addFileHash(listed, hash);
  return sortFileHashes(listed);
};

/**
 * Reads rebar.lock of Erlang's Rebar 3: every package with its level; those of level 0 are direct. Who depends on
 * the others is not in it.
 */
export const readRebarLock: LockfileReader = ({ text, notes }) => {
  const [first, ...more] = parseErlangTerms(text);
  const isVersioned = first?.kind === 'tuple' || first?.kind === 'pair';
  const list = isVersioned ? itemsOf(first)[1] : first;
  if (list?.kind !== 'list') throw new UnreadableFile('it has no list of packages');
  const hashes = hashesIn(more);
  const packages = new Map<string, FoundPackage>();
  const roots = emptyRoots();
  for (const entry of limitPackages(list.items, notes)) {
    const [app, source, level] = itemsOf(entry);
    const name = textOf(app);
    const found = name === undefined ? undefined : sourceOf(name, source);
    if (name === undefined || !found) {
      notes.add(unreadableEntries, name ?? 'an entry without name');
      continue;
    }
    const key = ownKey(packages, { ...found, key: name });
    packages.set(key, { ...found, key, hashes: hashesOf(hashes, name) });
    if (textOf(level) === '0') roots.required.push(key);
  }
  // The checksums of all Hex packages follow the list.
  const isHashed =
    [...packages.values()].every(({ ecosystem, origin }) => !ecosystem || origin) || hashes.size > 0;
  if (isVersioned && !isHashed) notes.add(signsOfCut, 'no hashes of packages');
  return { packages: [...packages.values()], roots };
};
