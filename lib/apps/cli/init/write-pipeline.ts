import { lstatSync, mkdirSync, writeFileSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliFailure, exitCodes } from '../exit-codes.ts';

const bad = (message: string, because: string): CliFailure =>
  new CliFailure(exitCodes.badInput, message, because);

const statusOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
};

/** Whether the file exists. @throws CliFailure if it is not a plain file, because a link could point anywhere. */
export const isThere = (root: string, file: string): boolean => {
  const status = statusOf(join(root, file));
  if (status && !status.isFile()) throw bad(`${file} is not a regular file.`, 'file_not_written');
  return status !== undefined;
};

/** Writes the pipeline file. @throws CliFailure when it cannot be written. */
export const writePipeline = (root: string, file: string, text: string): void => {
  const path = join(root, file);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw bad(
      `${file} cannot be written: ${(error as NodeJS.ErrnoException).code ?? 'failed'}.`,
      'file_not_written',
    );
  }
};
