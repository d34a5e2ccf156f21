import type { IgnoreText } from '../model/gate/reviewed-side.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { ignoreFileName } from './ignore-file.ts';
import { fromRoot } from './suppress.ts';

/** More is not read of an ignore file, and more of them are not read. */
const mostBytes = 65_536;
const mostFiles = 200;

/** Reads the ignore files at the root of a commit and of its units. */
export const readIgnoreFiles = (files: SourceFiles, units: readonly { path: string }[]): IgnoreText[] => {
  const paths = new Set(['', ...units.map(({ path }) => path)].map((path) => fromRoot(path, ignoreFileName)));
  return files.entries
    .filter(({ path }) => paths.has(path))
    .slice(0, mostFiles)
    .map(({ path }) => ({
      path,
      text: Buffer.from(files.read(path).subarray(0, mostBytes)).toString('utf8'),
    }));
};
