import type { SourceFiles } from '../model/source-files.ts';
import { isThirdPartyPath } from './discover-units.ts';
import { recognizeBuildFile, recognizeLockfile, recognizeManifest } from './recognize-file.ts';

/** The number of files that are named; a repository may keep thousands as test data. */
const maxKept = 1000;

/**
 * Returns the lockfiles, and then the build files and manifests, in directories of third-party code and test data. They do
 * not belong to the project, and are not read; but the coverage names them, because only the name of a directory decides so.
 */
export const leftOutLockfiles = ({ entries }: SourceFiles): string[] => {
  const outside = entries.map(({ path }) => path).filter(isThirdPartyPath);
  const isLockfile = (path: string): boolean => recognizeLockfile(path) !== undefined;
  const states = (path: string): boolean =>
    (recognizeBuildFile(path) ?? recognizeManifest(path)) !== undefined;
  return [
    ...outside.filter(isLockfile),
    ...outside.filter((path) => !isLockfile(path) && states(path)),
  ].slice(0, maxKept);
};
