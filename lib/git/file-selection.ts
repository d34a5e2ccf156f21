import type { CommitListing } from './commit.ts';

/** Some files of a commit; a file is selected by any of its names. Absent: all files. */
export interface FileSelection {
  /** The last segments of paths. */
  names: readonly string[];
  paths: readonly string[];
  /** Ids of contents. */
  ids: readonly string[];
  /** True: the texts of links are read as well. */
  links?: true;
  /** Every file except these: those with another content, and those at another path. */
  differing?: readonly FileId[];
}

/** The path of a file and the id of its content. */
export type FileId = readonly [path: string, id: string];

/** Returns a test for files that the selection omits because they are equal. */
export const sameFileTest = (
  selection: FileSelection | undefined,
): ((entry: { path: string; id: string }) => boolean) => {
  const ids = new Map(selection?.differing);
  return ({ path, id }) => ids.get(path) === id;
};

/** Returns whether the texts of links are read: those of a whole commit are. */
export const selectsLinks = (selection: FileSelection | undefined): boolean =>
  selection === undefined || selection.links === true;

/** Returns a test for selected files. */
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

/** Chooses files once the directories of the commit are known; undefined means all of them. */
export type ChooseFiles = (listing: CommitListing) => FileSelection | undefined;
