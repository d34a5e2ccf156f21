import type { IgnoreText } from '../model/gate/reviewed-side.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { isIgnoreFile } from './ignore-file.ts';

/** The limits of bytes read from an ignore file and of ignore files read. */
const maxBytes = 65_536;
const maxFiles = 200;

/**
 * Reads the ignore files of a commit. Those that are in neither the root nor the directory of a unit have no effect,
 * which is reported.
 */
export const readIgnoreFiles = (files: SourceFiles): IgnoreText[] =>
  files.entries
    .filter(({ path }) => isIgnoreFile(path))
    .slice(0, maxFiles)
    .map(({ path }) => ({
      path,
      text: Buffer.from(files.read(path).subarray(0, maxBytes)).toString('utf8'),
    }));
