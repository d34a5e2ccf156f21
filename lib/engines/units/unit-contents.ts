import { posix } from 'node:path';
import type { CommitEntries, CommitEntry, SkippedFile } from '../model/source-files.ts';
import { digestOf } from '../model/digest.ts';
import { ignoreFileName, isIgnoreFile } from '../suppression/ignore-file.ts';
import { filesByUnit } from './files-by-unit.ts';

/** The content of one unit, as far as the trees of the commit show it. */
export interface UnitContents {
  /** The digest of the paths, contents and modes of its own entries. */
  digest: string;
  /**
   * The digest of what determines its assessment outside of the unit: ignore files and Maven settings above it, in which
   * languages other units have code, and their scripts and plugins of Gradle for it.
   */
  outside: string;
  /** The files that are read for it. */
  files: readonly CommitEntry[];
}

const isAbove = (ignoreFile: string, unitPath: string): boolean =>
  `${unitPath}/`.startsWith(ignoreFile.slice(0, -ignoreFileName.length));

const placeOf = ({ reason }: SkippedFile): 'outside_unit' | 'other_unit' | 'inside' =>
  reason === 'outside_unit' || reason === 'other_unit' ? reason : 'inside';

/** A pattern of code of other units has no content: only whether there is such code matters. */
const patternEntry = ({ path }: SkippedFile): CommitEntry => ({ path, id: '', mode: '' });

const statement = ({ path, id, mode }: CommitEntry): [string, string, string] => [path, id, mode];

const byPath = (a: CommitEntry, b: CommitEntry): number => {
  const [first, second] = [`${a.path}\0${a.id}`, `${b.path}\0${b.id}`];
  if (first === second) return 0;
  return first < second ? -1 : 1;
};

const digestOfEntries = (entries: readonly CommitEntry[]): string =>
  digestOf(entries.toSorted(byPath).map(statement));

/**
 * Returns the content of each unit of a commit, without nested units. Two units with the same digest give the same
 * assessment, because it covers every entry, whether it is read or not.
 * @returns a lookup by the path of the unit.
 */
export const unitContents = <U extends { path: string }>(
  { files, refused }: CommitEntries,
  units: readonly U[],
): ((unit: U) => UnitContents) => {
  const entries = [...files, ...refused];
  const byEntryPath = Map.groupBy(entries, ({ path }) => path);
  const skipped = refused.map(({ path, reason }) => ({ path, reason }));
  const paths = files.map(({ path }) => path);
  const filesOf = filesByUnit(paths, skipped, units);
  const readable = new Map(files.map((file) => [file.path, file]));
  const ignoreFiles = entries.filter(({ path }) => isIgnoreFile(path));
  return (unit) => {
    const { paths: own, skipped: left, elsewhere } = filesOf(unit);
    const prefix = unit.path === '' ? '' : `${unit.path}/`;
    const { outside_unit: above = [], other_unit: others = [], inside = [] } = Object.groupBy(left, placeOf);
    const named = new Set([...own, ...inside.map(({ path }) => `${prefix}${path}`)]);
    const settings = above.flatMap(({ path }) => byEntryPath.get(posix.join(unit.path, path)) ?? []);
    const read = [...elsewhere.keys()].flatMap((path) => readable.get(path) ?? []);
    const ignored = ignoreFiles.filter(({ path }) => isAbove(path, unit.path) && !named.has(path));
    return {
      digest: digestOfEntries([...named].flatMap((path) => byEntryPath.get(path) ?? [])),
      outside: digestOfEntries([...ignored, ...settings, ...others.map(patternEntry), ...read]),
      files: [...own.flatMap((path) => readable.get(path) ?? []), ...read],
    };
  };
};
