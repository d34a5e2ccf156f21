import type { CodeFinding, SecretFinding } from '../model/finding.ts';
import type { Allowance } from './allow-comment.ts';
import { ignoreFileName, type IgnoreFile } from './ignore-file.ts';

const maxReasonLength = 200;

/** A reason for people to read: one line, and nothing in it that is or might be a secret. */
const cleanReason = (reason: string, secrets: readonly string[]): string => {
  let clean = reason;
  for (const secret of secrets) clean = clean.replaceAll(secret, '…');
  return clean
    .split(/[\s\p{Cc}]/u)
    .filter((word) => word !== '')
    .map((word) => (word.length >= 16 && /\d/.test(word) ? '…' : word))
    .join(' ')
    .slice(0, maxReasonLength);
};

/**
 * Marks the findings that a comment beside them or the ignore file allows. They stay findings.
 * @param secrets the file's secrets, to keep them out of the reasons.
 */
export const suppressAllowed = <F extends CodeFinding | SecretFinding>(
  findings: readonly F[],
  comments: ReadonlyMap<number, Allowance[]>,
  ignoreFile: IgnoreFile,
  secrets: readonly string[],
): F[] =>
  findings.map((finding) => {
    const comment = comments.get(finding.line)?.find(({ rule }) => rule === finding.rule);
    const allowed = comment ?? ignoreFile.allows(finding.file, finding.rule);
    if (allowed === undefined) return finding;
    const reason = cleanReason(allowed.reason, secrets) || 'no reason given';
    return { ...finding, suppressed: { by: comment ? 'scangate:allow' : ignoreFileName, reason } };
  });
