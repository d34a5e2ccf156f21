import type { AllowComment, AssessedUnit } from '../model/assessed-unit.ts';
import { appliesToUnit, scannerOf, type Suppressible } from './entry-matcher.ts';
import type { IsReviewedCode } from './reviewed-code.ts';
import { coveringEntry, ignoreFileName } from './ignore-file.ts';
import {
  entryIdentity,
  entryKey,
  type ReviewedComment,
  type SuppressionEntry,
  type Suppressions,
} from '../model/gate/suppressions.ts';

const maxReasonLength = 200;

/** The part of an assessment that suppressions apply to. */
export type SuppressedUnit = Pick<AssessedUnit, 'unit' | 'ignoreEntries' | 'allowComments'>;

/** Finds the suppression that covers a finding: a comment or an entry, or a comment only. */
export type FindSuppression = (
  finding: Suppressible,
  options?: { commentsOnly?: boolean },
) => { by: string; reason: string } | undefined;

/** The suppressions that count in a unit. */
export interface SuppressionsInForce {
  entries: readonly SuppressionEntry[];
  comments: readonly AllowComment[];
  /** Comments that were only reviewed together with their lines, and cover nothing that extends beyond those lines. */
  byLine?: ReadonlySet<AllowComment>;
  /** Tells a weakness that was reviewed with its comment from one that an edit elsewhere has caused. */
  isReviewedCode?: IsReviewedCode;
}

/** Returns the path of a file of a unit from the root of the repository. */
export const fromRoot = (unitPath: string, file: string): string =>
  unitPath === '' ? file : `${unitPath}/${file}`;

const commentKey = ({ rule, file, lineDigest }: ReviewedComment): string =>
  JSON.stringify([rule, file, lineDigest]);

/** Accepts as many equal comments as the reviewed side has in a file: a further one is an unreviewed copy. */
const countedTest = (comments: readonly ReviewedComment[]): ((comment: AllowComment) => boolean) => {
  const reviewed = Map.groupBy(comments, commentKey);
  const places = new Map<string, Set<string>>();
  return (comment) => {
    const key = commentKey(comment);
    const taken = places.get(`${comment.scanner} ${key}`) ?? new Set();
    places.set(`${comment.scanner} ${key}`, taken);
    const place = `${comment.at} ${comment.line}`;
    if (!taken.has(place) && taken.size >= (reviewed.get(key)?.length ?? 0)) return false;
    taken.add(place);
    return true;
  };
};

/** A comment is reviewed with its whole file, or where the reviewed side has it for the same line. */
const reviewedComments = (
  { unit, allowComments }: SuppressedUnit,
  { comments, unchanged }: Suppressions,
): Required<Pick<SuppressionsInForce, 'comments' | 'byLine'>> => {
  if (comments === 'own' || unchanged === 'all') return { comments: allowComments, byLine: new Set() };
  const isReviewed = countedTest(comments);
  const files = new Set(unchanged);
  const isWhole = ({ file }: AllowComment): boolean => files.has(fromRoot(unit.path, file));
  const byLine = allowComments.filter((comment) => {
    const file = fromRoot(unit.path, comment.file);
    return !isWhole(comment) && isReviewed({ ...comment, file });
  });
  const inForce = new Set(byLine);
  return {
    comments: allowComments.filter((comment) => isWhole(comment) || inForce.has(comment)),
    byLine: inForce,
  };
};

/** The entries of the file at the root, then those of the unit's own file, which take precedence. */
const entriesOfUnit = (entries: readonly SuppressionEntry[], unitPath: string): SuppressionEntry[] => {
  const own = entries.filter((entry) => appliesToUnit(entry, unitPath));
  return own.toSorted((a, b) => a.file.length - b.file.length);
};

/** The entries of the commit itself: those that the scan read, and those that the unit brings along. */
const ownEntries = ({ unit, ignoreEntries }: SuppressedUnit, { own }: Suppressions): SuppressionEntry[] => {
  const byKey = new Map([...own, ...ignoreEntries].map((entry) => [entryKey(entry), entry]));
  return entriesOfUnit([...byKey.values()], unit.path);
};

/** Returns the entries and comments that are in force in a unit. */
export const suppressionsInForce = (
  unit: SuppressedUnit,
  suppressions: Suppressions,
): SuppressionsInForce => {
  const { mode, entries } = suppressions;
  if (mode === 'none') return { entries: [], comments: [] };
  if (mode === 'commit') return { entries: ownEntries(unit, suppressions), comments: unit.allowComments };
  // The unit knows the secrets that a reason may repeat.
  const cleaned = new Map(unit.ignoreEntries.map((entry) => [entryIdentity(entry), entry.reason]));
  return {
    entries: entriesOfUnit(entries, unit.unit.path).map((entry) => ({
      ...entry,
      reason: cleaned.get(entryIdentity(entry)) ?? entry.reason,
    })),
    ...reviewedComments(unit, suppressions),
  };
};

/** The suppressions that a finder has used so far. */
export interface UsedSuppressions {
  entries: Set<SuppressionEntry>;
  comments: Set<AllowComment>;
}

const shown = (reason: string): string => reason.slice(0, maxReasonLength) || 'no reason given';

const placeOf = (file: string, line: number): string => `${line} ${file}`;

/** A secret that extends beyond the reviewed lines may differ from the one on the reviewed side. */
const goesOnBehind = (finding: Suppressible, { line, endLine = line }: AllowComment): boolean =>
  finding.kind === 'secret' && (finding.endLine ?? finding.line) > endLine;

/**
 * Returns a function that finds the suppressions of a unit: a comment near the finding, or an entry of a file. It
 * notes them in `used`.
 */
export const suppressionFinder = (
  { unit }: SuppressedUnit,
  { entries, comments, byLine, isReviewedCode }: SuppressionsInForce,
  used: UsedSuppressions = { entries: new Set(), comments: new Set() },
): FindSuppression => {
  const byPlace = Map.groupBy(comments, ({ file, line }) => placeOf(file, line));
  const commentOf = (finding: Suppressible): AllowComment | undefined => {
    if (!('rule' in finding) || finding.line === undefined) return undefined;
    const near = byPlace.get(placeOf(finding.file, finding.line));
    return near?.find(
      (each) =>
        each.scanner === scannerOf[finding.kind] &&
        each.rule === finding.rule &&
        !(byLine?.has(each) && goesOnBehind(finding, each)) &&
        (isReviewedCode?.(finding, byLine?.has(each) ?? false) ?? true),
    );
  };
  return (finding, { commentsOnly = false } = {}) => {
    const comment = commentOf(finding);
    if (comment) {
      used.comments.add(comment);
      return { by: 'scangate:allow', reason: shown(comment.reason) };
    }
    if (commentsOnly) return undefined;
    const entry = coveringEntry(entries, finding, fromRoot(unit.path, finding.file));
    if (!entry) return undefined;
    used.entries.add(entry);
    const at = `line ${entry.line}`;
    return { by: ignoreFileName, reason: shown(entry.reason === '' ? at : `${at}: ${entry.reason}`) };
  };
};

/** Marks a finding that is suppressed. It stays in the list. */
export const suppressed = <F extends Suppressible>(finding: F, find: FindSuppression): F => {
  const found = finding.suppressed ? undefined : find(finding);
  return found ? { ...finding, suppressed: found } : finding;
};
