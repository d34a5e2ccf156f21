import type { SourceFiles } from '../model/source-files.ts';
import type { GapTally } from '../source/gap-tally.ts';
import { ignoreFileName, parseIgnoreFile, type IgnoreFile } from './ignore-file.ts';

const maxFileBytes = 2 * 1024 * 1024;

/** Reads the ignore file of a unit for one scanner; a missing or unreadable file is empty. */
export const readIgnoreFile = (files: SourceFiles, scanner: string, gaps: GapTally): IgnoreFile => {
  const entry = files.entries.find(({ path }) => path === ignoreFileName);
  try {
    const content = entry && entry.sizeBytes <= maxFileBytes ? files.read(ignoreFileName) : undefined;
    const ignoreFile = parseIgnoreFile(content, scanner);
    if (ignoreFile.truncated) gaps.add('too long: only its beginning is read', ignoreFileName, 'by-design');
    return ignoreFile;
  } catch {
    return parseIgnoreFile(undefined, scanner);
  }
};
