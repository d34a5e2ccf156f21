import type { AllowComment, AssessedUnit } from '../model/assessed-unit.ts';
import { appliesToUnit, scannerOf, type Suppressible } from './entry-matcher.ts';
import { coveringEntry, ignoreFileName } from './ignore-file.ts';
import {
  entryIdentity,
  entryKey,
  type ReviewedComment,
  type SuppressionEntry,
  type Suppressions,
} from '../model/gate/suppressions.ts';

const maxReasonLength = 200;

/** The part of an assessment that suppressions are about. */
export type SuppressedUnit = Pick<AssessedUnit, 'unit' | 'ignoreEntries' | 'allowComments'>;

/** Finds the suppression that covers a finding. */
export type FindSuppression = (finding: Suppressible) => { by: string; reason: string } | undefined;

/** The suppressions that count in a unit. */
export interface SuppressionsInForce {
  entries: readonly SuppressionEntry[];
  comments: readonly AllowComment[];
}

/** Returns the path of a file of a unit from the root of the repository. */
export const fromRoot = (unitPath: string, file: string): string =>
  unitPath === '' ? file : `${unitPath}/${file}`;

const commentKey = ({ rule, file, lineDigest }: ReviewedComment): string =>
  JSON.stringify([rule, file, lineDigest]);

/** A comment is reviewed with its whole file, or where the reviewed side has it over the same line. */
const reviewTest = ({ unit }: SuppressedUnit, { comments, unchanged }: Suppressions) => {
  const reviewed = new Set(comments === 'own' ? [] : comments.map(commentKey));
  const unchangedFiles = new Set(unchanged === 'all' ? [] : unchanged);
  return (comment: AllowComment): boolean => {
    const file = fromRoot(unit.path, comment.file);
    const isUnchanged = unchanged === 'all' || unchangedFiles.has(archiveOf(file));
    return comments === 'own' || isUnchanged || reviewed.has(commentKey({ ...comment, file }));
  };
};

/** The file of the commit that a file in an archive belongs to. */
const archiveOf = (file: string): string => file.split('!/')[0] ?? file;

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

/** Returns the entries and the comments that count in a unit. */
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
    comments: unit.allowComments.filter(reviewTest(unit, suppressions)),
  };
};

/** The suppressions that a finder found so far. */
export interface UsedSuppressions {
  entries: Set<SuppressionEntry>;
  comments: Set<AllowComment>;
}

const shown = (reason: string): string => reason.slice(0, maxReasonLength) || 'no reason given';

const placeOf = (file: string, line: number): string => `${line} ${file}`;

/**
 * Returns the function that finds the suppressions of a unit: a comment near the finding, or an entry of a file. It
 * notes what it found in `used`.
 */
export const suppressionFinder = (
  { unit }: SuppressedUnit,
  { entries, comments }: SuppressionsInForce,
  used: UsedSuppressions = { entries: new Set(), comments: new Set() },
): FindSuppression => {
  const byPlace = Map.groupBy(comments, ({ file, line }) => placeOf(file, line));
  const commentOf = (finding: Suppressible): AllowComment | undefined => {
    if (!('rule' in finding) || finding.line === undefined) return undefined;
    const near = byPlace.get(placeOf(finding.file, finding.line));
    return near?.find((each) => each.scanner === scannerOf[finding.kind] && each.rule === finding.rule);
  };
  return (finding) => {
    const comment = commentOf(finding);
    if (comment) {
      used.comments.add(comment);
      return { by: 'scangate:allow', reason: shown(comment.reason) };
    }
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
