import { createHmac } from 'node:crypto';
import type { AllowComment } from '../model/assessed-unit.ts';
import type { SourceScanType } from '../model/scan-type.ts';
import { keyBlock } from '../secrets/key-block.ts';
import type { LineIndex } from '../source-files/line-index.ts';
import { redactReason } from './redact-reason.ts';

/** A rule that a repository allows at a place, with the reason. */
export interface Allowance {
  rule: string;
  /** The line of the comment. */
  at: number;
  reason: string;
}

const maxCommentLength = 300;
const comment = /^[ \t:]{1,8}((?:custom\/)?[\w-]{1,64})(?:[ \t:,]{1,8}([^\n]{1,200}))?/;
const closers = ['*/', '-->', '#}', '%>', '"""', "'''"];

/** Cuts a reason at the end of its comment. */
const beforeCloser = (reason: string): string =>
  closers.reduce((rest, closer) => rest.split(closer)[0] ?? '', reason).trim();

const wordCharacter = /[A-Za-z0-9]/;

/**
 * Reads `scangate:allow <rule> <reason>` comments. Each applies to its own line, and to the next line when it is
 * alone on its own.
 * @param ends the offset behind each `scangate:allow`.
 */
export const readAllowComments = (
  text: string,
  lines: LineIndex,
  ends: readonly number[],
): Map<number, Allowance[]> => {
  const allowed = new Map<number, Allowance[]>();
  const allow = (line: number, what: Allowance): void => {
    allowed.set(line, [...(allowed.get(line) ?? []), what]);
  };
  for (const end of ends) {
    const number = lines.numberAt(end - 1);
    const line = lines.bounds(number);
    const found = comment.exec(text.slice(end, Math.min(line.end, end + maxCommentLength)));
    if (found === null) continue;
    const reason = Buffer.from(found[2] ?? '', 'latin1').toString('utf8');
    const what = { rule: found[1] ?? '', at: number, reason: beforeCloser(reason) };
    allow(number, what);
    const before = text.slice(line.start, end - 'scangate:allow'.length);
    if (before.length <= maxCommentLength && !wordCharacter.test(before)) allow(number + 1, what);
  }
  return allowed;
};

export const allowMark = 'scangate:allow';

/** Returns the offset behind each `scangate:allow`. */
export const allowEnds = (text: string): number[] => {
  const ends: number[] = [];
  for (let at = text.indexOf(allowMark); at !== -1; at = text.indexOf(allowMark, at + 1))
    ends.push(at + allowMark.length);
  return ends;
};

/** A file with comments. */
interface CommentedFile {
  scanner: SourceScanType;
  file: string;
  /** One character per byte. */
  text: string;
  lines: LineIndex;
  /** The secrets of the file, which are removed from the reasons. */
  secrets: readonly string[];
  key: string;
}

/** A covered line may hold a secret, which a digest without the key would confirm. */
const lineDigest = (line: string, key: string): string =>
  createHmac('sha256', key).update(line.trim(), 'latin1').digest('hex').slice(0, 32);

const keyHeader = /---- ?BEGIN/;

/** Returns the last line of the key that begins in a line; the first lines of all keys of a kind are alike. */
const lastLineOf = (line: number, { text, lines }: Pick<CommentedFile, 'text' | 'lines'>): number => {
  const { start, end } = lines.bounds(line);
  const header = keyHeader.exec(text.slice(start, end));
  if (!header) return line;
  const at = start + header.index;
  return lines.numberAt(Math.max(at, keyBlock({ text }, at, at + header[0].length).end - 1));
};

/** Lists comments, once for each line that they cover. */
export const allowCommentsOf = (
  comments: ReadonlyMap<number, readonly Allowance[]>,
  { scanner, file, text, lines, secrets, key }: CommentedFile,
): AllowComment[] =>
  [...comments].flatMap(([line, allowances]) => {
    const endLine = lastLineOf(line, { text, lines });
    const digest = lineDigest(text.slice(lines.bounds(line).start, lines.bounds(endLine).end), key);
    return allowances.map(({ rule, at, reason }) => ({
      scanner,
      rule,
      file,
      at,
      line,
      lineDigest: digest,
      ...(endLine > line && { endLine }),
      reason: redactReason(reason, secrets),
    }));
  });
