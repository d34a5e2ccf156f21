import {
  emptyRoots,
  signsOfCut,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { fileHashes } from '../hashes.ts';
import { vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText } from '../parse/untrusted-value.ts';
import { parseErlangTerms, type ErlangTerm } from './erlang-terms.ts';

const itemsOf = (term: ErlangTerm | undefined): readonly ErlangTerm[] =>
  term && 'items' in term ? term.items : [];

const textOf = (term: ErlangTerm | undefined): string | undefined =>
  term && 'value' in term ? asText(term.value, 2048) : undefined;

/** `{pkg, <<"name">>, <<"1.0.0">>}` for Hex, or `{git, "url", {ref, "commit"}}`. */
const sourceOf = (app: string, source: readonly ErlangTerm[]): Omit<FoundPackage, 'key'> | undefined => {
  const [kind, first, second] = source;
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

/** Reads `{pkg_hash, [{<<"app">>, <<"hash">>}]}` and similar entries. */
const hashesIn = (terms: readonly ErlangTerm[]): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const table of terms.flatMap(itemsOf))
    for (const entry of itemsOf(itemsOf(table)[1])) {
      const parts = itemsOf(entry);
      const [app, sum] = [textOf(parts[0]), textOf(parts[1])];
      if (!app || !sum) continue;
      const known = found.get(app);
      if (!known) found.set(app, [`sha256:${sum}`]);
      else if (known.length < 4) known.push(`sha256:${sum}`);
    }
  return found;
};

/**
 * Reads rebar.lock of Erlang's Rebar 3: every package with its level; those of level 0 are direct. Who depends on
 * the others is not in it.
 */
export const readRebarLock: LockfileReader = ({ text, notes }) => {
  const [first, ...more] = parseErlangTerms(text);
  const isVersioned = first?.kind === 'tuple';
  const list = isVersioned ? first.items[1] : first;
  if (list?.kind !== 'list') throw new UnreadableFile('it has no list of packages');
  const hashes = hashesIn(more);
  const packages = new Map<string, FoundPackage>();
  const roots = emptyRoots();
  for (const entry of limitPackages(list.items, notes)) {
    const [app, source, level] = itemsOf(entry);
    const key = textOf(app);
    const found = key === undefined ? undefined : sourceOf(key, itemsOf(source));
    if (key === undefined || !found) {
      notes.add(unreadableEntries, key ?? 'an entry without name');
      continue;
    }
    packages.set(key, { ...found, key, hashes: fileHashes(hashes.get(key) ?? []) });
    if (textOf(level) === '0') roots.required.push(key);
  }
  // The checksums of all Hex packages follow the list.
  const isHashed =
    [...packages.values()].every(({ ecosystem, origin }) => !ecosystem || origin) || hashes.size > 0;
  if (isVersioned && !isHashed) notes.add(signsOfCut, 'no hashes of packages');
  return { packages: [...packages.values()], roots };
};
