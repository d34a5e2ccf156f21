import { oneLine } from '@scangate/domain/reports/safe-text';
import { verdictSentence } from '@scangate/domain/reports/verdict-sentence';
import type { Scan } from '@scangate/domain/records';
import { pullRequestSentence } from '@scangate/domain/verdict/pull-request-sentence';
import type { Verdict } from '@scangate/domain/verdict/verdict';

export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'error' | 'cancelled';

/** The result of a commit as its host shows it. */
export interface CheckResult {
  conclusion: CheckConclusion;
  /** One line of at most 140 characters, which is what hosts accept. */
  title: string;
}

const titleLength = 140;

const conclusions = { PASS: 'success', FAIL: 'failure', ERROR: 'error' } as const;

/** The judgment that decides: that of the change when a base was named, else that of everything. */
const decisive = (
  { pullRequestCheck }: Scan,
  verdict: Verdict,
): { verdict: Verdict['verdict']; sentence: string } =>
  pullRequestCheck
    ? { verdict: pullRequestCheck.verdict, sentence: pullRequestSentence(pullRequestCheck) }
    : { verdict: verdict.verdict, sentence: verdictSentence(verdict) };

/** Returns whether nothing proves the base of a comparison. An ERROR is shown all the same, since it is never green. */
const isUnproven = ({ base, pullRequestCheck }: Scan): boolean =>
  base?.scanId !== undefined ||
  (pullRequestCheck !== undefined && !pullRequestCheck.base.verified && pullRequestCheck.verdict !== 'ERROR');

const resultOf = (conclusion: CheckConclusion, text: string): CheckResult => ({
  conclusion,
  title: oneLine(text, titleLength),
});

/**
 * Decides what a host shows for the commit of an ended scan (docs/adr/0086-repository-checks.md). Undefined for
 * uploaded artifacts, whose commit is only claimed, and for a comparison with an unproven base.
 */
export const judgeCheck = (scan: Scan): CheckResult | undefined => {
  if (!scan.verdict || scan.artifact || isUnproven(scan)) return undefined;
  if (scan.status === 'cancelled') return resultOf('cancelled', 'CANCELLED: the scan was cancelled.');
  const { verdict, sentence } = decisive(scan, scan.verdict);
  const { missingScanTypes } = scan.verdict;
  if (verdict === 'PASS' && missingScanTypes.length > 0)
    return resultOf('neutral', `Required and not scanned: ${missingScanTypes.join(', ')}. ${sentence}`);
  return resultOf(conclusions[verdict], sentence);
};

/** Returns whether a result says too little to replace another one of the same commit. */
export const isWeak = ({ conclusion }: CheckResult): boolean =>
  conclusion === 'neutral' || conclusion === 'cancelled';
