import type { SourceFiles } from '../model/source-files.ts';
import { isThirdPartyPath } from './discover-units.ts';
import { recognizeLockfile } from './recognize-file.ts';

/** The number of lockfiles that are named; a repository may keep thousands as test data. */
const maxKept = 1000;

/**
 * Returns the lockfiles in directories of third-party code and test data. They do not belong to the project, and are
 * not read; but the coverage names them, because only the name of a directory decides so.
 */
export const leftOutLockfiles = ({ entries }: SourceFiles): string[] =>
  entries
    .filter(({ path }) => isThirdPartyPath(path) && recognizeLockfile(path) !== undefined)
    .slice(0, maxKept)
    .map(({ path }) => path);
