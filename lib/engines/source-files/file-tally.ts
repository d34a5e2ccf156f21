import { pathDigest } from '../model/digest.ts';
import type { FilesOfType } from '../model/assessed-unit.ts';

/** The limit of files in each list; a larger unit is marked as truncated. */
const maxFiles = 50_000;

/** Collects which files a scan type read. */
export interface FileTally {
  assess(path: string): void;
  leaveOut(path: string): void;
  close(): FilesOfType;
}

export const createFileTally = (): FileTally => {
  const assessed: string[] = [];
  const unassessed: string[] = [];
  let truncated = false;
  const add = (list: string[], entry: string): void => {
    if (list.length < maxFiles) list.push(entry);
    else truncated = true;
  };
  return {
    assess: (path) => add(assessed, pathDigest(path)),
    leaveOut: (path) => add(unassessed, path),
    close: () => ({ assessed, unassessed, ...(truncated && { truncated }) }),
  };
};
