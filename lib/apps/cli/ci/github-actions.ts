import { CliFailure, exitCodes } from '../exit-codes.ts';
import type { CiContext, CiSources, OidcSource } from './ci-context.ts';
import type { CiReader } from './ci-reader.ts';
import { branchName, changeNumber, fullHash, plainText, present, variablesOf } from './ci-values.ts';
import { valueAt } from '../json-value.ts';
import { comparedCommit, revisionsOfBranch } from './compared-commit.ts';

/** The change as a payload describes it; every text is checked. */
type Change = Pick<CiContext, 'commit' | 'branch' | 'pullRequest' | 'targetBranch' | 'isFork'>;

const badEvent = (detail: string): CliFailure =>
  new CliFailure(exitCodes.badInput, `The event file of GITHUB_EVENT_PATH ${detail}`, 'ci_event_invalid');

const named = (path: string) => `${path} of the event`;

/** Reads the values of one payload. */
const payloadOf = (event: unknown) => ({
  text: (path: string) => plainText(named(path), valueAt(event, path)),
  hash: (path: string) => fullHash(named(path), valueAt(event, path)),
  number: (path: string) => changeNumber(named(path), valueAt(event, path)),
  branch: (path: string) => branchName(named(path), valueAt(event, path)),
});
type Payload = ReturnType<typeof payloadOf>;

/** The repository of a deleted fork is null. */
const isFromElsewhere = (payload: Payload, head: string, base: string): boolean =>
  payload.text(head)?.toLowerCase() !== payload.text(base)?.toLowerCase();

const pullRequestOf = (payload: Payload): Change => ({
  isFork: isFromElsewhere(payload, 'pull_request.head.repo.full_name', 'pull_request.base.repo.full_name'),
  ...present({
    commit: payload.hash('pull_request.head.sha'),
    branch: payload.branch('pull_request.head.ref'),
    pullRequest: payload.number('pull_request.number'),
    targetBranch: payload.branch('pull_request.base.ref'),
  }),
});

const mergeGroupOf = (payload: Payload): Change => ({
  isFork: false,
  ...present({
    commit: payload.hash('merge_group.head_sha'),
    branch: payload.branch('merge_group.head_ref'),
    targetBranch: payload.branch('merge_group.base_ref'),
  }),
});

/**
 * The run of another workflow. GitHub lists its pull requests, except those of forks; with several, it is unclear
 * which is meant.
 */
const workflowRunOf = (payload: Payload, event: unknown): Change => {
  const isAlone = valueAt(event, 'workflow_run.pull_requests.1') === undefined;
  return {
    isFork: isFromElsewhere(payload, 'workflow_run.head_repository.full_name', 'repository.full_name'),
    ...present({
      commit: payload.hash('workflow_run.head_sha'),
      branch: payload.branch('workflow_run.head_branch'),
      ...(isAlone && {
        pullRequest: payload.number('workflow_run.pull_requests.0.number'),
        targetBranch: payload.branch('workflow_run.pull_requests.0.base.ref'),
      }),
    }),
  };
};

/** The events whose payload contains the commit. For all others it is GITHUB_SHA. */
const changes: ReadonlyMap<string, { part: string; read: (payload: Payload, event: unknown) => Change }> =
  new Map([
    ...['pull_request', 'pull_request_target', 'pull_request_review', 'pull_request_review_comment'].map(
      (event) => [event, { part: 'pull_request', read: pullRequestOf }] as const,
    ),
    ['merge_group', { part: 'merge_group', read: mergeGroupOf }],
    ['workflow_run', { part: 'workflow_run', read: workflowRunOf }],
  ]);

const nameOf = (environment: CiSources['environment']): string =>
  plainText('GITHUB_EVENT_NAME', environment['GITHUB_EVENT_NAME']) ?? '';

/** @throws CliFailure for a payload of another event or of another pull request. */
const changeOfEvent = ({ environment, event }: CiSources): Change | undefined => {
  const name = nameOf(environment);
  const known = changes.get(name);
  if (!known) return undefined;
  const part = valueAt(event, known.part);
  if (typeof part !== 'object' || part === null) throw badEvent(`is not a ${name} event.`);
  const change = known.read(payloadOf(event), event);
  if (change.commit === undefined) throw badEvent('names no commit.');
  const [, number] = /^refs\/pull\/(\d+)\//.exec(environment['GITHUB_REF'] ?? '') ?? [];
  if (number !== undefined && change.pullRequest !== undefined && Number(number) !== change.pullRequest)
    throw badEvent(`is not one of pull request ${number}.`);
  return change;
};

/** The change of an event without a payload of its own, such as a push. */
const changeOfRef = ({ environment }: CiSources): Change & { tag?: string } => {
  const { text, hash, branch } = variablesOf(environment);
  const commit = hash('GITHUB_SHA');
  const isTag = text('GITHUB_REF_TYPE') === 'tag';
  const name = isTag ? { tag: text('GITHUB_REF_NAME') } : { branch: branch('GITHUB_REF_NAME') };
  return { isFork: false, ...present({ commit, ...name }) };
};

const request: OidcSource = {
  kind: 'request',
  method: 'GET',
  addressVariable: 'ACTIONS_ID_TOKEN_REQUEST_URL',
  tokenVariable: 'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
  query: {},
  audienceParameter: 'audience',
  property: 'value',
};

const identityOf = (
  environment: CiSources['environment'],
  isFork: boolean,
): Pick<CiContext, 'oidc' | 'oidcCure'> => {
  const isThere = [request.addressVariable, request.tokenVariable].every((name) => environment[name]);
  if (isThere) return { oidc: request };
  return {
    oidcCure: isFork
      ? 'GitHub gives a pull request of a fork neither an identity nor secrets: scan it by a workflow_run workflow.'
      : 'The job needs `permissions: id-token: write`.',
  };
};

/** GitHub Actions, and code hosts that set the same variables. */
export const githubActions: CiReader = {
  host: 'github',
  title: 'GitHub Actions',
  isHere: ({ GITHUB_ACTIONS }) => GITHUB_ACTIONS === 'true',
  eventFile: (environment) =>
    changes.has(nameOf(environment)) ? { variable: 'GITHUB_EVENT_PATH', form: 'json' } : undefined,
  read(sources) {
    const { environment, git } = sources;
    const { text } = variablesOf(environment);
    const change: Change & { tag?: string } = changeOfEvent(sources) ?? changeOfRef(sources);
    const { targetBranch } = change;
    const compared = targetBranch !== undefined && {
      ...comparedCommit(git, {
        head: change.commit,
        target: revisionsOfBranch(targetBranch),
        targetName: targetBranch,
        cure: 'Check out with `fetch-depth: 0`.',
      }),
    };
    const [id, repository] = [text('GITHUB_RUN_ID'), text('GITHUB_REPOSITORY')];
    const [attempt = '1', job = ''] = [text('GITHUB_RUN_ATTEMPT'), text('GITHUB_JOB')];
    return {
      host: 'github',
      ...present({ repository }),
      ...change,
      ...(id !== undefined && { run: { id, attempt, job } }),
      ...identityOf(environment, change.isFork),
      notes: [],
      ...compared,
    };
  },
};
