import type { CiReader } from './ci-reader.ts';
import { fullHash, isShortHash, present, variablesOf } from './ci-values.ts';
import { comparedCommit } from './compared-commit.ts';

const jwt = 'BITBUCKET_STEP_OIDC_TOKEN';
const cure = 'Clone with `depth: full`.';

/** Bitbucket Pipelines. A fork runs its pipelines itself; hashes of pull requests may be shortened. */
export const bitbucketPipelines: CiReader = {
  host: 'bitbucket',
  title: 'Bitbucket Pipelines',
  isHere: ({ BITBUCKET_BUILD_NUMBER }) =>
    BITBUCKET_BUILD_NUMBER !== undefined && BITBUCKET_BUILD_NUMBER !== '',
  read({ environment, git }) {
    const { text, number, branch } = variablesOf(environment);
    const given = text('BITBUCKET_COMMIT');
    const isShort = given !== undefined && isShortHash(given);
    const commit = isShort ? git.resolve(given) : fullHash('BITBUCKET_COMMIT', given);
    const pullRequest = number('BITBUCKET_PR_ID');
    const destination = text('BITBUCKET_PR_DESTINATION_COMMIT');
    const compared =
      pullRequest !== undefined && destination !== undefined
        ? comparedCommit(git, { head: commit, target: [destination], targetName: destination, cure })
        : { notes: [] };
    const [id, attempt = '1'] = [text('BITBUCKET_PIPELINE_UUID'), text('BITBUCKET_STEP_RUN_NUMBER')];
    const hidden = `The clone does not have the commit ${given ?? ''}. ${cure}`;
    return {
      host: 'bitbucket',
      isFork: false,
      ...present({
        repository: text('BITBUCKET_REPO_FULL_NAME'),
        commit,
        branch: branch('BITBUCKET_BRANCH'),
        tag: text('BITBUCKET_TAG'),
        pullRequest,
        targetBranch: branch('BITBUCKET_PR_DESTINATION_BRANCH'),
      }),
      ...(id !== undefined && { run: { id, attempt, job: text('BITBUCKET_STEP_UUID') ?? '' } }),
      ...(environment[jwt]
        ? { oidc: { kind: 'variable', variable: jwt } }
        : { oidcCure: 'The step needs `oidc: true`.' }),
      ...compared,
      notes: [...(isShort && commit === undefined ? [hidden] : []), ...compared.notes],
    };
  },
};
