import type { IgnoreText } from '../model/gate/reviewed-side.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { isIgnoreFile } from './ignore-file.ts';

/** More is not read of an ignore file, and more of them are not read. */
const maxBytes = 65_536;
const maxFiles = 200;

/** Reads the ignore files of a commit. Those that are neither at the root nor at a unit have no effect, which is reported. */
export const readIgnoreFiles = (files: SourceFiles): IgnoreText[] =>
  files.entries
    .filter(({ path }) => isIgnoreFile(path))
    .slice(0, maxFiles)
    .map(({ path }) => ({
      path,
      text: Buffer.from(files.read(path).subarray(0, maxBytes)).toString('utf8'),
    }));
