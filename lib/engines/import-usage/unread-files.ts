import type { SkippedFile, SourceFiles } from '../model/source-files.ts';
import { anyUnread, nameToRun, textKind } from './other-texts.ts';

export type Entry = SourceFiles['entries'][number];

/** Files for people and such that rarely hold text, by their names, and the names that were seen to be loaded. */
export interface UnreadFiles {
  byName: Map<string, Entry[]>;
  run: Set<string>;
  /** The names of those that were not fetched, and of links that are called so. */
  missing: ReadonlySet<string>;
}

/** Starts with the names of texts for people and such that were not fetched. */
export const unreadFiles = (skipped: readonly SkippedFile[]): UnreadFiles => ({
  byName: new Map(),
  run: new Set(),
  missing: new Set(
    skipped
      .filter(({ path }) => ['prose', 'binary'].includes(textKind(path)))
      .map(({ path }) => nameToRun(path)),
  ),
});

export const keepUnread = ({ byName }: UnreadFiles, entry: Entry): void => {
  const name = nameToRun(entry.path);
  const others = byName.get(name);
  if (others) others.push(entry);
  else byName.set(name, [entry]);
};

/** Returns whether a name may mean a file that was not fetched. */
export const isMissing = ({ missing }: UnreadFiles, name: string): boolean =>
  missing.has(name) ||
  (name === anyUnread && missing.size > 0) ||
  (name.lastIndexOf('.') === 0 && [...missing].some((each) => each.endsWith(name)));

/** Returns the files that are not read by themselves that a name means: one, all with an extension, or all. */
export const entriesNamed = ({ byName }: UnreadFiles, name: string): readonly Entry[] => {
  if (name !== anyUnread && name.lastIndexOf('.') !== 0) return byName.get(name) ?? [];
  const all = [...byName.values()].flat();
  return name === anyUnread ? all : all.filter(({ path }) => path.toLowerCase().endsWith(name));
};

/** Lists the files without an extension that are named like one for people. */
export const unextendedNames = ({ byName, missing }: UnreadFiles): string[] =>
  [...byName.keys(), ...missing].filter((name) => name.startsWith('=')).map((name) => name.slice(1));
