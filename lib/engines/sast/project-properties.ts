import type { SourceFiles } from '../model/source-files.ts';
import { isTestOrExample } from '../source-files/file-class.ts';
import type { GapTally } from '../source-files/gap-tally.ts';
import { sourceText } from '../source-files/source-text.ts';

/** Returns the value of a key. */
export type ProjectProperties = (key: string) => string | undefined;

const maxFiles = 200;
const maxFileBytes = 256 * 1024;
const maxValueLength = 1000;

const line = /^[ \t]{0,40}([\w.-]{1,200})[ \t]{0,40}[=:][ \t]{0,40}(\S[^\r\n]*)/;

/** Forgets a key that two files set to different values. */
const readInto = (values: Map<string, string | undefined>, text: string): void => {
  for (const each of text.split('\n')) {
    const [, key, written] = line.exec(each) ?? [];
    if (key === undefined || written === undefined) continue;
    const value = written.trimEnd().slice(0, maxValueLength);
    values.set(key, !values.has(key) || values.get(key) === value ? value : undefined);
  }
};

const readAll = (files: SourceFiles, gaps: GapTally): Map<string, string | undefined> => {
  const values = new Map<string, string | undefined>();
  const paths = files.entries
    .filter(({ path, sizeBytes }) => path.endsWith('.properties') && sizeBytes <= maxFileBytes)
    .filter(({ path }) => !isTestOrExample(path));
  for (const { path } of paths.slice(0, maxFiles)) {
    try {
      const text = sourceText(files.read(path));
      if (text && text.length <= maxFileBytes) readInto(values, text.toString('utf8'));
    } catch {
      gaps.add('could not be read', path, 'lost');
    }
  }
  return values;
};

/** Reads the `.properties` files of a unit at the first lookup; keys with contradicting values are unknown. */
export const readProjectProperties = (files: SourceFiles, gaps: GapTally): ProjectProperties => {
  let values: Map<string, string | undefined> | undefined;
  return (key) => (values ??= readAll(files, gaps)).get(key);
};
