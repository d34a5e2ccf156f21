import { HostFailure } from '@scangate/cli/code-hosts/code-host';
import { githubPullRequest } from '@scangate/cli/code-hosts/github';
import { encryptedAddress, hostCalls } from '@scangate/cli/code-hosts/host-request';
import { writeComment } from '@scangate/cli/comment/write-comment';
import { listAt, textAt, valueAt } from '@scangate/cli/json-value';
import { countFindings } from '@scangate/domain/verdict/pull-request-sentence';
import { chooseAnnotations } from './annotations.ts';
import { decisionOf } from './decision.ts';
import type { Change } from './find-change.ts';
import type { GithubApi } from './github-api.ts';
import type { Inputs } from './inputs.ts';
import type { Runner } from './runner.ts';
import type { ScanResult } from './run-scan.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const countAt = (document: unknown, path: string): string => {
  const counts = valueAt(document, path);
  return typeof counts === 'object' && counts !== null ? String(countFindings(counts)) : '';
};

const reportUrl = ({ url, organization }: Inputs, scanId: string): string =>
  !/^[\w-]+$/.test(scanId) ? '' : `${url.replace(/\/$/, '')}/console/o/${organization}/scans/${scanId}`;

/** Sets the outputs of the Action; those without a value are empty. */
export const setOutputs = (runner: Runner, inputs: Inputs, { document, sarifFile }: ScanResult): void => {
  const scanId = textAt(document, 'verdict.scanId');
  const check = 'verdict.pullRequestCheck';
  const outputs = {
    'scan-id': scanId,
    verdict: textAt(document, 'verdict.verdict'),
    reason: textAt(document, 'verdict.reason'),
    'pull-request-verdict': textAt(document, `${check}.verdict`),
    introduced: countAt(document, `${check}.introduced`),
    fixed: countAt(document, `${check}.fixed`),
    'sarif-file': sarifFile ?? '',
    'report-url': reportUrl(inputs, scanId),
  };
  for (const [name, value] of Object.entries(outputs)) runner.setOutput(name, value);
};

export interface Showing {
  runner: Runner;
  inputs: Inputs;
  environment: Environment;
  fetch: typeof globalThis.fetch;
  api: GithubApi | undefined;
  change: Change;
  gate: 'api' | 'pull-request';
}

/** A missing permission of the job is reported as a note; it never changes the result. */
const asNote = async ({ runner }: Showing, what: string, show: () => Promise<void>): Promise<void> => {
  try {
    await show();
  } catch (error) {
    const message = error instanceof HostFailure ? error.message : 'it could not be created.';
    runner.note('notice', `${what}: ${message}`);
  }
};

const writePullRequestComment = async (
  { runner, inputs, environment, fetch, change: { pullRequest } }: Showing,
  { document, markdown }: ScanResult,
): Promise<void> => {
  const commitHash = textAt(document, 'scan.commitHash');
  if (pullRequest === undefined || markdown === undefined || commitHash === '') return;
  const host = githubPullRequest(
    hostCalls('GitHub', { fetch, headers: { Authorization: `Bearer ${inputs.githubToken}` } }),
    {
      graphqlUrl: encryptedAddress(
        'GITHUB_GRAPHQL_URL',
        environment['GITHUB_GRAPHQL_URL'] || 'https://api.github.com/graphql',
      ),
      repository: environment['GITHUB_REPOSITORY'] ?? '',
      number: pullRequest,
    },
  );
  const outcome = await writeComment(host, { commitHash, report: markdown });
  if (outcome === 'newer_commit') runner.note('notice', 'No comment: the pull request has a newer commit.');
  if (outcome === 'too_many_comments') runner.note('notice', 'No comment: the pull request has too many.');
};

const uploadSarif = async (
  { runner, api, environment, change: { pullRequest, commit: other } }: Showing,
  { document, sarif }: ScanResult,
): Promise<void> => {
  const commit = textAt(document, 'scan.commitHash');
  const ref = pullRequest === undefined ? (environment['GITHUB_REF'] ?? '') : `refs/pull/${pullRequest}/head`;
  if (!api || sarif === undefined || commit === '' || ref === '') return;
  // An upload without findings closes the alerts of the branch.
  if (textAt(document, 'verdict.verdict') === 'ERROR')
    throw new HostFailure('the scan reached no judgment, so nothing was uploaded.');
  // GITHUB_REF is that of this workflow, so an upload would make findings of the default branch look fixed.
  if (other !== undefined && pullRequest === undefined)
    throw new HostFailure('the branch of the commit is unknown, so nothing was uploaded.');
  const fits = await api.uploadSarif({ text: sarif, commit, ref });
  if (!fits) runner.note('notice', 'Code scanning: the report is larger than the 10 MB that GitHub accepts.');
};

const annotate = (runner: Runner, sarif: string, document: unknown): void => {
  const listed = listAt(document, 'verdict.pullRequestCheck.introducedFingerprints');
  const introduced = new Set(listed.filter((one) => typeof one === 'string'));
  for (const annotation of chooseAnnotations(sarif, introduced)) runner.annotate(annotation);
};

/** Shows a result on the page of the job, at its lines, as a comment and in code scanning. */
export const showResult = async (showing: Showing, scanned: ScanResult): Promise<void> => {
  const { runner, inputs, api, gate } = showing;
  const isLeftToService = textAt(scanned.document, 'verdict.checksBy') === 'service';
  const { markdown: report, sarif, document } = scanned;
  const link = reportUrl(inputs, textAt(document, 'verdict.scanId'));
  const decision = `${decisionOf(scanned, gate)}${link === '' ? '' : ` [The scan](<${link}>)`}`;
  const markdown = report === undefined ? undefined : `${decision}\n\n${report}`;
  const result = { ...scanned, ...(markdown !== undefined && { markdown }) };
  if (markdown !== undefined) runner.addSummary(`${markdown}\n`);
  if (inputs.annotations && !isLeftToService && sarif !== undefined)
    await asNote(showing, 'Annotations', async () => annotate(runner, sarif, document));
  if (inputs.comment && !isLeftToService && api)
    await asNote(showing, 'Comment', () => writePullRequestComment(showing, result));
  if (inputs.sarif) await asNote(showing, 'Code scanning', () => uploadSarif(showing, result));
};
