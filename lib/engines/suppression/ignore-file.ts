import type { SourceFiles } from '../model/source-files.ts';
import type { GapTally } from '../source-files/gap-tally.ts';
import { redactReason } from './redact-reason.ts';
import { entryMatches, type Coverable } from './entry-matcher.ts';
import type { SuppressionEntry } from '../model/gate/suppressions.ts';

export const ignoreFileName = '.scangateignore';

/** Returns whether a path is that of an ignore file, in any directory. */
export const isIgnoreFile = (path: string): boolean =>
  path === ignoreFileName || path.endsWith(`/${ignoreFileName}`);

const maxBytes = 65_536;
const maxLines = 1000;
const maxLineLength = 512;
const maxFileBytes = 2 * 1024 * 1024;

/** The ignore file of a unit. */
export interface IgnoreFile {
  entries: SuppressionEntry[];
  /** True when the file exceeds the limits and was only read in part. */
  truncated: boolean;
}

/** Names of advisories, packages and licenses have characters that no path pattern begins with. */
const namedEntry = /^(secrets|sast|sca|license):(\S{1,400})(?:\s{1,20}(\S{1,400}))?$/;
const scopedEntry = /^([a-z-]{1,32}):([\w*-]{1,64})(?:\s{1,20}(\S{1,400}))?$/;

const parseLine = (raw: string, line: number, file: string): SuppressionEntry | undefined => {
  const [, entry = '', reason = ''] =
    /^([^#]{0,512})(?:#(.{0,200}))?/.exec(raw.slice(0, maxLineLength)) ?? [];
  const text = entry.trim();
  if (text === '') return undefined;
  const described = { file, line, text, reason: redactReason(reason, []) };
  const scoped = namedEntry.exec(text) ?? scopedEntry.exec(text);
  if (scoped) {
    const [, scanner = '', rule = '*', glob] = scoped;
    return { ...described, scanner, negated: false, ...(rule !== '*' && { rule }), ...(glob && { glob }) };
  }
  const negated = text.startsWith('!');
  return { ...described, negated, glob: negated ? text.slice(1) : text };
};

/**
 * Parses a `.scangateignore`: a path pattern per line, or `<scanner>:<name>`, or `<scanner>:<name> <pattern>`;
 * `!pattern` re-includes a path; `# reason` ends a line. The names are those of rules (`secrets`, `sast`, `sca`), of
 * advisories and packages (`sca`) and of licenses (`license`).
 * @param file the path of the file from the root of the repository.
 */
export const parseIgnoreFile = (content: Uint8Array | undefined, file = ignoreFileName): IgnoreFile => {
  const text = Buffer.from(content?.subarray(0, maxBytes) ?? []).toString('utf8');
  const raw = text.split(/\r?\n/);
  const entries = raw
    .slice(0, maxLines)
    .map((line, index) => parseLine(line, index + 1, file))
    .filter((line) => line !== undefined);
  return { entries, truncated: (content?.length ?? 0) > maxBytes || raw.length > maxLines };
};

/** Reads the ignore file in the root of a unit; a missing or unreadable file is empty. */
export const readIgnoreFile = (files: SourceFiles): IgnoreFile => {
  const entry = files.entries.find(({ path }) => path === ignoreFileName);
  try {
    const content = entry && entry.sizeBytes <= maxFileBytes ? files.read(ignoreFileName) : undefined;
    return parseIgnoreFile(content);
  } catch {
    return parseIgnoreFile(undefined);
  }
};

/** Reports in the coverage that an ignore file was only read in part. */
export const reportTruncation = ({ truncated }: IgnoreFile, gaps: GapTally): void => {
  if (truncated) gaps.add('too long: only its beginning is read', ignoreFileName, 'by-design');
};

/**
 * Returns the entry that covers a finding; later entries take precedence.
 * @param path the file of the finding from the directory that the entries' files count from.
 */
export const coveringEntry = (
  entries: readonly SuppressionEntry[],
  finding: Coverable,
  path: string = finding.file,
): SuppressionEntry | undefined => {
  const last = entries.findLast((entry) => entryMatches(entry, finding, path));
  return last?.negated ? undefined : last;
};
