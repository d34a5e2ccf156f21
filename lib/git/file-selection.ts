import type { CommitListing } from './commit.ts';

/** Some files of a commit; a file is selected by any of its names. Absent: all files. */
export interface FileSelection {
  /** The last segments of paths. */
  names: readonly string[];
  paths: readonly string[];
  /** Ids of contents. */
  ids: readonly string[];
  /** Every file beside these: those with another content, and those of another path. */
  differing?: readonly FileId[];
}

/** The path of a file and the id of its content. */
export type FileId = readonly [path: string, id: string];

/** Makes the test of files that are among those that the selection leaves out as equal. */
export const sameFileTest = (
  selection: FileSelection | undefined,
): ((entry: { path: string; id: string }) => boolean) => {
  const ids = new Map(selection?.differing);
  return ({ path, id }) => ids.get(path) === id;
};

/** Makes the test that selects files. */
export const selectorOf = (
  selection: FileSelection | undefined,
): ((entry: { path: string; id: string }) => boolean) => {
  if (!selection) return () => true;
  const [names, paths, ids] = [new Set(selection.names), new Set(selection.paths), new Set(selection.ids)];
  const isSame = selection.differing ? sameFileTest(selection) : () => true;
  return ({ path, id }) =>
    ids.has(id) ||
    paths.has(path) ||
    names.has(path.slice(path.lastIndexOf('/') + 1)) ||
    !isSame({ path, id });
};

/** Chooses files when the directories of the commit are known; all of them for undefined. */
export type ChooseFiles = (listing: CommitListing) => FileSelection | undefined;
