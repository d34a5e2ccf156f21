/** Some files of a commit; a file is selected by any of its names. Absent: all files. */
export interface FileSelection {
  /** The last segments of paths. */
  names: readonly string[];
  paths: readonly string[];
  /** Ids of contents. */
  ids: readonly string[];
}

/** Makes the test that selects files. */
export const selectorOf = (
  selection: FileSelection | undefined,
): ((entry: { path: string; id: string }) => boolean) => {
  if (!selection) return () => true;
  const [names, paths, ids] = [new Set(selection.names), new Set(selection.paths), new Set(selection.ids)];
  return ({ path, id }) => ids.has(id) || paths.has(path) || names.has(path.slice(path.lastIndexOf('/') + 1));
};
