import type { VerdictPayload } from '@scangate/client';
import { exitCodeOfVerdict, exitCodes, type ExitCode } from '../exit-codes.ts';
import type { FailOn, Gate } from './scan-flags.ts';

/** The exit code of the process, and its cause for machines. */
export interface Exit {
  code: ExitCode;
  because: string;
  /** A sentence for people, in addition to the verdict. */
  message?: string;
}

export interface ExitRules {
  gate?: Gate | undefined;
  failOn?: FailOn | undefined;
  /** Whether the service fetches the commit, so that a commit it cannot find was not pushed. */
  isFetched?: boolean;
}

/** The part of a result that decides. */
export type Judged = Pick<
  VerdictPayload,
  'verdict' | 'reason' | 'summary' | 'coverage' | 'missingScanTypes' | 'errorCode' | 'pullRequestCheck'
>;

const severities = ['critical', 'high', 'medium', 'low'] as const;
type Severity = (typeof severities)[number];
type Counted = Partial<Record<Severity | 'unknown', number>> | undefined;

/** The number of findings at or above a severity. An unknown severity may be any. */
const countFrom = (counts: readonly Counted[], least: Severity): number => {
  const named = [...severities.slice(0, severities.indexOf(least) + 1), 'unknown' as const];
  return counts.reduce((sum, one) => sum + named.reduce((total, name) => total + (one?.[name] ?? 0), 0), 0);
};

const isIncomplete = ({ coverage = [], missingScanTypes = [] }: Judged): boolean =>
  missingScanTypes.length > 0 || coverage.some(({ status }) => status !== 'assessed');

/** Returns the effect of `--fail-on` on a PASS. It never relaxes a verdict. */
const failedOn = (judged: Judged, failOn: FailOn, gate: Gate): Exit | undefined => {
  const { summary, pullRequestCheck: check } = judged;
  if (failOn === 'unassessed') {
    const isDropped = gate === 'pull-request' && (check?.coverageDropped.length ?? 0) > 0;
    if (!isIncomplete(judged) && !isDropped) return undefined;
    return {
      code: exitCodes.fail,
      because: 'fail_on',
      message: 'Something was NOT assessed (--fail-on unassessed).',
    };
  }
  const counted = gate === 'pull-request' ? check?.introduced : summary;
  const found = countFrom([counted?.vulnerabilities, counted?.secrets], failOn);
  if (found === 0) return undefined;
  const noun = found === 1 ? 'finding is' : 'findings are';
  const message = `${found} ${noun} ${failOn} or worse, or of unknown severity (--fail-on ${failOn}).`;
  return { code: exitCodes.fail, because: 'fail_on', message };
};

const isMilder = (failOn: FailOn, threshold: Severity | undefined): boolean =>
  failOn !== 'unassessed' &&
  threshold !== undefined &&
  severities.indexOf(failOn) < severities.indexOf(threshold);

/** The verdict that `--gate` names. @returns an error when the scan has none of this kind. */
const decidingVerdict = (judged: Judged, gate: Gate): VerdictPayload['verdict'] | Exit => {
  if (gate === 'api' || judged.verdict === null) return judged.verdict;
  if (judged.pullRequestCheck) return judged.pullRequestCheck.verdict;
  const message = 'The scan has no base, so there is no judgment of a pull request: scan with --base.';
  return { code: exitCodes.badInput, because: 'no_base', message };
};

/** Decides how the process ends. No option turns a FAIL of the deciding verdict into 0. */
export const decideExit = (judged: Judged, { gate = 'api', failOn, isFetched = false }: ExitRules): Exit => {
  const verdict = decidingVerdict(judged, gate);
  if (typeof verdict === 'object' && verdict !== null) return verdict;
  if (isFetched && judged.errorCode === 'branch_or_commit_not_found' && verdict === 'ERROR') {
    const message = 'The service cannot find the commit at the host of the repository: push first.';
    return { code: exitCodes.badInput, because: 'commit_not_found', message };
  }
  const threshold =
    gate === 'api' ? judged.summary?.severityThreshold : judged.pullRequestCheck?.severityThreshold;
  if (verdict !== null && failOn !== undefined && isMilder(failOn, threshold)) {
    const message = `--fail-on ${failOn} is more lenient than the threshold of the organization, ${threshold}.`;
    return { code: exitCodes.badInput, because: 'fail_on_milder', message };
  }
  const failed = verdict === 'PASS' && failOn !== undefined ? failedOn(judged, failOn, gate) : undefined;
  if (failed) return failed;
  const reason = gate === 'api' ? judged.reason : judged.pullRequestCheck?.reason;
  return { code: exitCodeOfVerdict(verdict), because: reason ?? judged.reason };
};
