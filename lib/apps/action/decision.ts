import { listAt, textAt } from '@scangate/cli/json-value';
import { exitCodes, type ExitCode } from '@scangate/cli/exit-codes';
import type { Change } from './find-change.ts';
import type { StatusState } from './github-api.ts';
import type { ScanResult } from './run-scan.ts';

const endings: ReadonlyMap<ExitCode, string> = new Map([
  [exitCodes.pass, '✅ **The job passes.**'],
  [exitCodes.fail, '❌ **The job fails.**'],
]);

const becauseOf = (document: unknown): string => textAt(document, 'exit.because');

const deciderOf = (document: unknown, gate: 'api' | 'pull-request'): string => {
  if (becauseOf(document) === 'fail_on') return 'The input `fail-on` decides.';
  return gate === 'api'
    ? 'The verdict on the whole commit decides.'
    : 'What the pull request changes decides.';
};

/** Says in one line how the job ends and what decides it: the report has two judgments, which may differ. */
export const decisionOf = ({ exitCode, document }: ScanResult, gate: 'api' | 'pull-request'): string => {
  const ending = endings.get(exitCode);
  return ending === undefined
    ? '⚠️ **The job fails: there is no judgment.**'
    : `${ending} ${deciderOf(document, gate)}`;
};

const states: ReadonlyMap<ExitCode, { state: StatusState; verdict: string }> = new Map([
  [exitCodes.pass, { state: 'success', verdict: 'PASS' }],
  [exitCodes.fail, { state: 'failure', verdict: 'FAIL' }],
]);

/** The reasons of the deciding judgment, as text. */
const reasonsOf = (document: unknown): string => {
  const because = becauseOf(document);
  const check = 'verdict.pullRequestCheck.reasons';
  const lists = [check, 'verdict.reasons'].map((path) =>
    listAt(document, path).filter((reason) => typeof reason === 'string'),
  );
  const decisive = lists.find((reasons) => reasons[0] === because) ?? [because];
  return decisive.join(', ').replaceAll('_', ' ');
};

/**
 * The status of a commit. It applies to every pull request of the commit, so it names the branch for which it was
 * judged.
 */
export const statusOf = (
  { exitCode, document, message = '' }: ScanResult,
  { target }: Pick<Change, 'target'>,
): { state: StatusState; description: string } => {
  const known = states.get(exitCode);
  const into = target === undefined ? '' : ` into ${target}`;
  if (known) return { state: known.state, description: `${known.verdict}${into}: ${reasonsOf(document)}` };
  return { state: 'error', description: message || `ERROR${into}: ${reasonsOf(document)}` };
};
