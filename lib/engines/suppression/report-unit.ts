import type { AllowComment } from '../model/assessed-unit.ts';
import type { ScanType } from '../model/scan-type.ts';
import { isKnownRule, nameProblem, type KnownRules } from './known-names.ts';
import {
  entryKey,
  type ProposedSuppression,
  type Suppressions,
  type UnitSuppressions,
  type UnusedSuppression,
} from '../model/gate/suppressions.ts';
import {
  fromRoot,
  type SuppressedUnit,
  type SuppressionsInForce,
  type UsedSuppressions,
} from './suppress.ts';

/** A unit can name any number of rules; the first ones are reported. */
const maxReported = 200;

/** A comment as written, once for all lines that it covers. */
interface WrittenComment {
  place: ProposedSuppression;
  rule: string;
  covers: AllowComment[];
}

/** Merges the reports of both engines on each comment, in the order of the files. */
const writtenComments = ({ unit, allowComments }: SuppressedUnit): WrittenComment[] => {
  const byPlace = Map.groupBy(allowComments, ({ file, at, rule }) => JSON.stringify([file, at, rule]));
  return [...byPlace.values()]
    .map((covers): WrittenComment => {
      const [{ file, at, rule }] = covers as [AllowComment];
      const place = { file: fromRoot(unit.path, file), line: at, entry: `scangate:allow ${rule}` };
      return { place, rule, covers };
    })
    .toSorted(
      ({ place: a }, { place: b }) =>
        (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line || (a.entry < b.entry ? -1 : 1),
    );
};

interface Judged {
  unit: SuppressedUnit & { scanTypes: readonly ScanType[] };
  suppressions: Suppressions;
  inForce: SuppressionsInForce;
  used: UsedSuppressions;
  rules: KnownRules;
}

const includesAny = (all: ReadonlySet<AllowComment>, covers: readonly AllowComment[]): boolean =>
  covers.some((cover) => all.has(cover));

const unusedComment = (
  { place, rule, covers }: WrittenComment,
  { used, rules, unit }: Judged,
  inForce: ReadonlySet<AllowComment>,
): UnusedSuppression[] => {
  if (!isKnownRule(rule, rules)) return [{ ...place, reason: 'unknown_rule' }];
  const isOfRunType = unit.scanTypes.some(
    (type) => type in rules && rules[type as keyof KnownRules].has(rule),
  );
  const isUnused = includesAny(inForce, covers) && !includesAny(used.comments, covers);
  return isOfRunType && isUnused ? [{ ...place, reason: 'matched_nothing' }] : [];
};

const unknownEntries = ({ inForce, suppressions, rules }: Judged): UnusedSuppression[] =>
  [
    ...new Map([...inForce.entries, ...suppressions.own].map((entry) => [entryKey(entry), entry])).values(),
  ].flatMap((entry) => {
    const reason = nameProblem(entry, rules);
    return reason ? [{ file: entry.file, line: entry.line, entry: entry.text, reason }] : [];
  });

/**
 * Reports which suppressions of a unit were used, which are only proposed by the commit, and which suppress nothing.
 */
export const reportUnit = (judged: Judged, suppressedFingerprints: readonly string[]): UnitSuppressions => {
  const { unit, suppressions, inForce, used } = judged;
  const written = writtenComments(unit);
  const comments = new Set(inForce.comments);
  const proposed =
    suppressions.mode === 'reviewed' ? written.filter(({ covers }) => !includesAny(comments, covers)) : [];
  const unused = [
    ...unknownEntries(judged),
    ...written.flatMap((comment) => unusedComment(comment, judged, comments)),
  ];
  return {
    suppressed: [...suppressedFingerprints].toSorted(),
    matched: [...used.entries].map(entryKey).toSorted(),
    proposed: proposed.slice(0, maxReported).map(({ place }) => place),
    unused: unused.slice(0, maxReported),
  };
};
