import type { CiReader } from './ci-reader.ts';
import { present, variablesOf } from './ci-values.ts';
import { repositoryName } from './repository-name.ts';

const jwt = 'SCANGATE_ID_TOKEN';

/** GitLab CI/CD. A merge request of a fork runs in the fork, or, on request, in the target project. */
export const gitlabCi: CiReader = {
  host: 'gitlab',
  title: 'GitLab CI/CD',
  isHere: ({ GITLAB_CI }) => GITLAB_CI === 'true',
  read({ environment }) {
    const { text, hash, number, branch } = variablesOf(environment);
    const pullRequest = number('CI_MERGE_REQUEST_IID');
    const base = hash('CI_MERGE_REQUEST_DIFF_BASE_SHA');
    const [id, job = ''] = [text('CI_PIPELINE_ID'), text('CI_JOB_NAME')];
    const isMergeRequest = pullRequest !== undefined;
    return {
      host: 'gitlab',
      isFork:
        isMergeRequest && text('CI_MERGE_REQUEST_SOURCE_PROJECT_ID') !== text('CI_MERGE_REQUEST_PROJECT_ID'),
      ...present({
        repository: repositoryName(text('CI_MERGE_REQUEST_PROJECT_PATH') ?? text('CI_PROJECT_PATH')),
        // If this variable is set, CI_COMMIT_SHA is a merge that GitLab created.
        commit: hash('CI_MERGE_REQUEST_SOURCE_BRANCH_SHA') ?? hash('CI_COMMIT_SHA'),
        branch: branch('CI_MERGE_REQUEST_SOURCE_BRANCH_NAME') ?? branch('CI_COMMIT_BRANCH'),
        tag: text('CI_COMMIT_TAG'),
        pullRequest,
        targetBranch: branch('CI_MERGE_REQUEST_TARGET_BRANCH_NAME'),
        base,
      }),
      // A retried job has another id.
      ...(id !== undefined && { run: { id, attempt: text('CI_JOB_ID') ?? '1', job } }),
      ...(environment[jwt]
        ? { oidc: { kind: 'variable', variable: jwt } }
        : {
            oidcCure: `The job needs \`id_tokens\` with ${jwt} and the audience scangate:<organizationId>.`,
          }),
      notes:
        isMergeRequest && base === undefined
          ? ['There is no commit to compare with: CI_MERGE_REQUEST_DIFF_BASE_SHA is empty. Give --base.']
          : [],
    };
  },
};
