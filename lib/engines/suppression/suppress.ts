import type { CodeFinding, SecretFinding, SourceFinding } from '../model/finding.ts';
import type { Allowance } from './allow-comment.ts';
import { ignoreFileName, type IgnoreFile } from './ignore-file.ts';

const maxReasonLength = 200;

/** As many equal characters give a secret away. */
const tellingLength = 6;

/** A reason may hold a secret only in part: cut at its end, or with other text attached. */
const overlaps = (word: string, secret: string): boolean => {
  for (let start = 0; start + tellingLength <= word.length; start += 1)
    if (secret.includes(word.slice(start, start + tellingLength))) return true;
  return false;
};

/** A name with a number at its end, such as a ticket: `PAY-1234`, `RFC6749`. */
const numberedName = /^[A-Za-z]+[-#_/.:]?\d{1,8}[.,;:)]*$/;

/** Returns whether a word looks like a token or a password that no rule found where the reason repeats it. */
const looksRandom = (word: string): boolean =>
  word.length >= 8 && /\d/.test(word) && /[A-Za-z]/.test(word) && !numberedName.test(word);

/** Cleans a reason for display: one line, without anything that may be a secret. */
const cleanReason = (reason: string, secrets: readonly string[]): string => {
  let clean = reason;
  for (const secret of secrets) clean = clean.replaceAll(secret, '…');
  const isTelling = (word: string): boolean =>
    (word.length >= 16 && /\d/.test(word)) ||
    looksRandom(word) ||
    secrets.some((secret) => overlaps(word, secret));
  return clean
    .split(/[\s\p{Cc}]/u)
    .filter((word) => word !== '')
    .map((word) => (isTelling(word) ? '…' : word))
    .join(' ')
    .slice(0, maxReasonLength);
};

/** The comments and entries that allow findings in one file. */
export interface FileAllowances {
  /** The comments by line. */
  comments: ReadonlyMap<number, Allowance[]>;
  ignoreFile: IgnoreFile;
  /** The secrets of the file, which are removed from the reasons. */
  secrets?: readonly string[];
}

/** Marks findings that a nearby comment or the ignore file allows as suppressed. They stay in the list. */
export const suppressAllowed = <F extends CodeFinding | SecretFinding | SourceFinding>(
  findings: readonly F[],
  { comments, ignoreFile, secrets = [] }: FileAllowances,
): F[] =>
  findings.map((finding) => {
    const near = finding.line === undefined ? undefined : comments.get(finding.line);
    const comment = near?.find(({ rule }) => rule === finding.rule);
    const allowed = comment ?? ignoreFile.allows(finding.file, finding.rule);
    if (allowed === undefined) return finding;
    const reason = cleanReason(allowed.reason, secrets) || 'no reason given';
    return { ...finding, suppressed: { by: comment ? 'scangate:allow' : ignoreFileName, reason } };
  });
