import type { AssessedUnit, AllowComment } from '../model/assessed-unit.ts';
import type { CodeFinding, SecretFinding, SourceFinding } from '../model/finding.ts';
import { coveringEntry, ignoreFileName } from './ignore-file.ts';
import type { ReviewedComment, SuppressionEntry, Suppressions } from './suppressions.ts';

const maxReasonLength = 200;

type Suppressible = CodeFinding | SecretFinding | SourceFinding;

const scanners = { code: 'sast', secret: 'secrets', source: 'sca' } as const;

/** Finds the suppression that covers a finding. */
export type FindSuppression = (finding: Suppressible) => { by: string; reason: string } | undefined;

const placeOf = (file: string, line: number): string => `${line} ${file}`;

const isReviewed = (comment: AllowComment, reviewed: readonly ReviewedComment[]): boolean =>
  reviewed.some(
    ({ rule, file, lineDigest }) =>
      rule === comment.rule && file === comment.file && lineDigest === comment.lineDigest,
  );

/** The entries and the comments that count in a mode. */
const inForce = (
  { ignoreEntries, allowComments }: Pick<AssessedUnit, 'ignoreEntries' | 'allowComments'>,
  { mode, entries, comments }: Suppressions,
): { entries: readonly SuppressionEntry[]; comments: readonly AllowComment[] } => {
  if (mode === 'none') return { entries: [], comments: [] };
  if (mode === 'commit') return { entries: ignoreEntries, comments: allowComments };
  return {
    entries,
    comments:
      comments === 'own' ? allowComments : allowComments.filter((comment) => isReviewed(comment, comments)),
  };
};

const shown = (reason: string): string => reason.slice(0, maxReasonLength) || 'no reason given';

/** Returns the function that finds the suppressions of a unit: a comment near the finding, or an entry of a file. */
export const suppressionFinder = (
  unit: Pick<AssessedUnit, 'ignoreEntries' | 'allowComments'>,
  suppressions: Suppressions,
): FindSuppression => {
  const { entries, comments } = inForce(unit, suppressions);
  const byPlace = Map.groupBy(comments, ({ file, line }) => placeOf(file, line));
  return (finding) => {
    const scanner = scanners[finding.kind];
    const { rule, file, line } = finding;
    const near = line === undefined ? undefined : byPlace.get(placeOf(file, line));
    const comment = near?.find((each) => each.scanner === scanner && each.rule === rule);
    if (comment) return { by: 'scangate:allow', reason: shown(comment.reason) };
    const entry = coveringEntry(entries, { scanner, rule, file });
    if (!entry) return undefined;
    const at = `line ${entry.line}`;
    return { by: ignoreFileName, reason: shown(entry.reason === '' ? at : `${at}: ${entry.reason}`) };
  };
};

/** Marks a finding that is suppressed. It stays in the list. */
export const suppressed = <F extends Suppressible>(finding: F, find: FindSuppression): F => {
  const found = find(finding);
  return found ? { ...finding, suppressed: found } : finding;
};
