import { itemsOf, parseElixirTerm, type ElixirTerm } from '../beam/elixir-terms.ts';
import { Notes } from '../gap-notes.ts';
import { parseJson } from '../parse/parse-document.ts';
import { asList, asText, entriesOf, member } from '../parse/untrusted-value.ts';
import { eachNeed, parseGemfileLock } from '../ruby/gemfile-lock-sections.ts';
import type { RangeReader } from './range-reader.ts';

const textsIn = (table: unknown, nameOf: (name: string) => string): Map<string, string> =>
  new Map(
    entriesOf(table).flatMap(([name, value]): [string, string][] => {
      const range = asText(value);
      return range === undefined ? [] : [[nameOf(name), range]];
    }),
  );

export const composerLockRanges: RangeReader = (text) => {
  const document = parseJson(text);
  const entries = ['packages', 'packages-dev'].flatMap((list) => asList(member(document, list)));
  return new Map(
    entries.map((entry) => [
      `${asText(member(entry, 'name'))}@${asText(member(entry, 'version'))}`,
      textsIn(member(entry, 'require'), (name) => name.toLowerCase()),
    ]),
  );
};

export const gemfileLockRanges: RangeReader = (text) =>
  new Map(
    parseGemfileLock(text, new Notes()).gems.map((gem) => {
      const ranges = new Map<string, string>();
      eachNeed(gem, (name, range) => {
        if (range !== undefined) ranges.set(name, range);
      });
      return [`${gem.name}@${gem.version}`, ranges];
    }),
  );

/** Reads packages.lock.json. Several target frameworks may request different versions; the last one is taken. */
export const packagesLockRanges: RangeReader = (text) =>
  new Map(
    entriesOf(member(parseJson(text), 'dependencies')).flatMap(([, framework]) =>
      entriesOf(framework).map(
        ([name, entry]) =>
          [
            `${name}@${asText(member(entry, 'resolved')) ?? ''}`,
            textsIn(member(entry, 'dependencies'), (needed) => needed.toLowerCase()),
          ] as const,
      ),
    ),
  );

const textOf = (term: ElixirTerm | undefined): string =>
  term?.kind === 'text' || term?.kind === 'atom' ? term.value : '';

/** Reads mix.lock, whose entries are `{:hex, :name, "version", hash, [managers], [{:needed, "range", …}], …}`. */
export const mixLockRanges: RangeReader = (text) =>
  new Map(
    itemsOf(parseElixirTerm(text)).flatMap((entry) => {
      if (entry.kind !== 'pair') return [];
      const [, name, version, , , needs] = itemsOf(entry.value);
      const asked = itemsOf(needs).map((need) => itemsOf(need).slice(0, 2).map(textOf));
      return [[`${textOf(name)}@${textOf(version)}`, new Map(asked as [string, string][])] as const];
    }),
  );
