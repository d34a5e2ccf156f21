import type { SourceFiles } from '../model/source-files.ts';
import { isThirdPartyPath } from './discover-units.ts';
import { recognizeLockfile } from './recognize-file.ts';

/** As many are named; a repository may keep thousands as test data. */
const maxKept = 1000;

/**
 * Returns the lockfiles in folders of third-party code and test data. They are not the project's, and are not read;
 * but the coverage names them, because a folder's name is all that makes them so.
 */
export const leftOutLockfiles = ({ entries }: SourceFiles): string[] =>
  entries
    .filter(({ path }) => isThirdPartyPath(path) && recognizeLockfile(path) !== undefined)
    .slice(0, maxKept)
    .map(({ path }) => path);
