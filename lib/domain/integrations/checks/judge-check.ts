import { oneLine } from '@scangate/domain/reports/safe-text';
import { verdictSentence } from '@scangate/domain/reports/verdict-sentence';
import type { Scan } from '@scangate/domain/records';
import { pullRequestSentence } from '@scangate/domain/verdict/pull-request-sentence';
import type { Verdict } from '@scangate/domain/verdict/verdict';

export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'error' | 'cancelled';

/** The result of a commit as its host shows it. */
export interface CheckResult {
  conclusion: CheckConclusion;
  /** One line of at most 140 characters, which is what hosts take. */
  title: string;
}

const titleLength = 140;

const conclusions = { PASS: 'success', FAIL: 'failure', ERROR: 'error' } as const;

/** The judgment that decides: of the change when a base was named, else of everything. */
const decisive = (
  { pullRequestCheck }: Scan,
  verdict: Verdict,
): { verdict: Verdict['verdict']; sentence: string } =>
  pullRequestCheck
    ? { verdict: pullRequestCheck.verdict, sentence: pullRequestSentence(pullRequestCheck) }
    : { verdict: verdict.verdict, sentence: verdictSentence(verdict) };

/** Whether nothing proves what a judgment compares with. An ERROR is shown all the same: it is never green. */
const isUnproven = ({ base, pullRequestCheck }: Scan): boolean =>
  base?.scanId !== undefined ||
  (pullRequestCheck !== undefined && !pullRequestCheck.base.verified && pullRequestCheck.verdict !== 'ERROR');

const resultOf = (conclusion: CheckConclusion, text: string): CheckResult => ({
  conclusion,
  title: oneLine(text, titleLength),
});

/**
 * Judges what a host shows for the commit of an ended scan (docs/adr/0086-repository-checks.md). It is undefined for
 * uploaded artifacts, whose commit is only claimed, and for a comparison with a base that nothing proves.
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

/** Whether a result says too little to stand in place of another one of the same commit. */
export const isWeak = ({ conclusion }: CheckResult): boolean =>
  conclusion === 'neutral' || conclusion === 'cancelled';
