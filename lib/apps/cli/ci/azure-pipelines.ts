import type { OidcSource } from './ci-context.ts';
import type { CiReader } from './ci-reader.ts';
import { present, variablesOf } from './ci-values.ts';
import { comparedCommit, revisionsOfBranch } from './compared-commit.ts';
import { repositoryName } from './repository-name.ts';

const request: OidcSource = {
  kind: 'request',
  method: 'POST',
  addressVariable: 'SYSTEM_OIDCREQUESTURI',
  tokenVariable: 'SYSTEM_ACCESSTOKEN',
  query: { 'api-version': '7.1' },
  property: 'oidcToken',
};

const nameBelow = (prefix: string, ref: string | undefined): string | undefined =>
  ref?.startsWith(prefix) ? ref.slice(prefix.length) : undefined;

/** Azure Pipelines. Where the code is at GitHub, the number of a pull request differs from its id. */
export const azurePipelines: CiReader = {
  host: 'azure',
  title: 'Azure Pipelines',
  isHere: ({ TF_BUILD }) => TF_BUILD?.toLowerCase() === 'true',
  read({ environment, git }) {
    const { text, hash, number, branch } = variablesOf(environment);
    const pullRequest =
      number('SYSTEM_PULLREQUEST_PULLREQUESTNUMBER') ?? number('SYSTEM_PULLREQUEST_PULLREQUESTID');
    const ref = text('BUILD_SOURCEBRANCH');
    const commit = hash('SYSTEM_PULLREQUEST_SOURCECOMMITID') ?? hash('BUILD_SOURCEVERSION');
    const targetBranch = branch('SYSTEM_PULLREQUEST_TARGETBRANCH');
    const compared =
      pullRequest !== undefined && targetBranch !== undefined
        ? comparedCommit(git, {
            head: commit,
            target: revisionsOfBranch(targetBranch),
            targetName: targetBranch,
            cure: 'Check out with `fetchDepth: 0`.',
          })
        : { notes: [] };
    const id = text('BUILD_BUILDID');
    const attempt = `${text('SYSTEM_STAGEATTEMPT') ?? '1'}.${text('SYSTEM_JOBATTEMPT') ?? '1'}`;
    const hasIdentity = [request.addressVariable, request.tokenVariable].every((name) => environment[name]);
    return {
      host: 'azure',
      isFork: text('SYSTEM_PULLREQUEST_ISFORK')?.toLowerCase() === 'true',
      ...present({
        repository: repositoryName(text('BUILD_REPOSITORY_URI')),
        commit,
        branch: branch('SYSTEM_PULLREQUEST_SOURCEBRANCH') ?? nameBelow('refs/heads/', ref),
        tag: nameBelow('refs/tags/', ref),
        pullRequest,
        targetBranch,
      }),
      ...(id !== undefined && { run: { id, attempt, job: text('SYSTEM_JOBID') ?? '' } }),
      ...(hasIdentity
        ? { oidc: request }
        : { oidcCure: 'The step needs `SYSTEM_ACCESSTOKEN: $(System.AccessToken)` in its `env`.' }),
      ...compared,
    };
  },
};
