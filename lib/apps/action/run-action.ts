import { readCi } from '@scangate/cli/ci/index';
import type { CiContext } from '@scangate/cli/ci/ci-context';
import type { CommandEnvironment } from '@scangate/cli/commands/command-environment';
import { CliFailure, describeFailure, exitCodes, type ExitCode } from '@scangate/cli/exit-codes';
import { HostFailure } from '@scangate/cli/code-hosts/code-host';
import { statusOf } from './decision.ts';
import { findChange, type Change } from './find-change.ts';
import { githubApi, type GithubApi, type StatusState } from './github-api.ts';
import { readInputs, type Inputs } from './inputs.ts';
import { runScan, type ScanResult } from './run-scan.ts';
import { openRunner, type Runner } from './runner.ts';
import { setOutputs, showResult } from './show-result.ts';

/** Everything external that the Action uses. */
export interface ActionEnvironment extends CommandEnvironment {
  print: (text: string) => void;
  append: (file: string, text: string) => void;
  readText: (file: string) => string | undefined;
  /** A folder for the reports. */
  reportFolder: string;
}

const deferredText =
  'A job of a fork has neither an identity nor secrets. The scan is left to the workflow that runs after this one.';
const remedy =
  'Set `forks: defer` and add the second workflow that the README of the Action shows: it scans the commit with the identity of this repository.';

const jobUrl = ({
  GITHUB_SERVER_URL,
  GITHUB_REPOSITORY,
  GITHUB_RUN_ID,
}: CommandEnvironment['environment']): string =>
  `${GITHUB_SERVER_URL ?? 'https://github.com'}/${GITHUB_REPOSITORY ?? ''}/actions/runs/${GITHUB_RUN_ID ?? ''}`;

const requireGithub = (commandEnvironment: CommandEnvironment): CiContext => {
  const ci = readCi(commandEnvironment);
  if (ci?.host === 'github') return ci;
  throw new CliFailure(exitCodes.badInput, 'The Action only runs in GitHub Actions.', 'bad_input');
};

/** Whether this job cannot prove its identity. */
const isPowerless = (
  { isFork, oidc }: CiContext,
  { SCANGATE_TOKEN }: CommandEnvironment['environment'],
): boolean => isFork && oidc === undefined && !SCANGATE_TOKEN;

interface Job {
  commandEnvironment: ActionEnvironment;
  runner: Runner;
  inputs: Inputs;
  api: GithubApi | undefined;
  change: Change;
}

const unknownBase =
  'The commit to compare with is unknown, so the pull request cannot be judged. Give the job `permissions: contents: read`, or judge the whole commit with `gate: api`.';

/**
 * The check of a pull request fails for things that the verdict of a commit may accept, such as a removed lockfile.
 * A committer must not be able to choose the weaker one by hiding the base. @throws CliFailure
 */
const gateOf = ({ gate, isArtifact }: Inputs, { base, isMerge, cause }: Change): 'api' | 'pull-request' => {
  if (gate !== 'auto') return gate;
  if (isArtifact || !isMerge) return 'api';
  if (base === undefined) throw new CliFailure(exitCodes.badInput, cause ?? unknownBase, 'base_unknown');
  return 'pull-request';
};

const scanChange = async ({ commandEnvironment, runner, inputs, api, change }: Job): Promise<ScanResult> => {
  const { reportFolder: folder, environment, fetch } = commandEnvironment;
  const gate = gateOf(inputs, change);
  const files = {
    json: `${folder}/scangate.json`,
    markdown: `${folder}/scangate.md`,
    sarif: `${folder}/scangate.sarif`,
  };
  const result = await runner.quoting((log) =>
    runScan(
      inputs,
      { ...change, gate },
      { commandEnvironment: { ...commandEnvironment, terminal: { out: log, log } }, files },
    ),
  );
  setOutputs(runner, inputs, result);
  await showResult({ runner, inputs, environment, fetch, api, change, gate }, result);
  return result;
};

/**
 * Records the result as a status of the commit, for which branch protection waits: the job of a fork passes without
 * a scan, and the workflow that scans it is not a check of the pull request.
 */
const withStatus = async (
  { api, runner, commandEnvironment, change }: Job,
  commit: string | undefined,
  scan: () => Promise<ScanResult>,
): Promise<ScanResult> => {
  const set = async (state: StatusState, description: string): Promise<void> => {
    if (!api || commit === undefined)
      throw new HostFailure('without a GitHub token there is no status, which the merge waits for.');
    await api.setStatus(commit, { state, description, url: jobUrl(commandEnvironment.environment) });
  };
  await set('pending', 'The commit is being scanned.');
  const result = await scan().catch(async (error: unknown) => {
    await set('error', describeFailure(error).message);
    throw error;
  });
  const { state, description } = statusOf(result, change);
  await set(state, description);
  if (state !== 'success') runner.note('error', `Status of ${commit}: ${description}`);
  return result;
};

const run = async (commandEnvironment: ActionEnvironment, runner: Runner): Promise<ExitCode> => {
  const inputs = readInputs(runner);
  const { environment, fetch } = commandEnvironment;
  for (const secret of [inputs.githubToken, environment['SCANGATE_TOKEN'] ?? '']) runner.mask(secret);
  const ci = requireGithub(commandEnvironment);
  if (isPowerless(ci, environment)) {
    if (inputs.forks === 'fail')
      throw new CliFailure(exitCodes.access, `${ci.oidcCure ?? ''} ${remedy}`.trim());
    runner.note('notice', deferredText);
    runner.addSummary(`${deferredText}\n`);
    return exitCodes.pass;
  }
  const api = githubApi({ environment, fetch, token: inputs.githubToken });
  const isDeferred = environment['GITHUB_EVENT_NAME'] === 'workflow_run';
  const note = (message: string): void => runner.note('notice', message);
  // A required status must exist for every pull request, including those that are not from a fork. A push is judged
  // differently.
  const isMerge = ci.targetBranch !== undefined;
  const hasStatus = isDeferred || (inputs.forks === 'defer' && isMerge);
  const change = await findChange(ci, { api, isDeferred, hasStatus, note });
  const job = { commandEnvironment, runner, inputs, api, change };
  const scan = () => scanChange(job);
  const { exitCode, message } = hasStatus ? await withStatus(job, ci.commit, scan) : await scan();
  if (message !== undefined && message !== '') runner.note('error', message);
  return exitCode;
};

/** Runs the Action. @returns the exit code of the step, which is that of `scangate scan`. */
export const runAction = async (commandEnvironment: ActionEnvironment): Promise<ExitCode> => {
  const runner = openRunner(commandEnvironment);
  try {
    return await run(commandEnvironment, runner);
  } catch (error) {
    const { exitCode, message } = describeFailure(error);
    runner.note('error', message);
    return exitCode;
  }
};
