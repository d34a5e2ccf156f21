import type { CiReader } from './ci-reader.ts';
import { changeNumber, present, variablesOf } from './ci-values.ts';
import { repositoryName } from './repository-name.ts';

const jwt = 'CIRCLE_OIDC_TOKEN_V2';

/** The variables of projects that are connected by OAuth; other projects have only an address. */
const projectOf = (user: string | undefined, name: string | undefined): string | undefined =>
  user === undefined || name === undefined ? undefined : `${user}/${name}`;

/** CircleCI. It states neither the target of a pull request nor, except by two OAuth variables, a fork. */
export const circleci: CiReader = {
  host: 'circleci',
  title: 'CircleCI',
  isHere: ({ CIRCLECI }) => CIRCLECI === 'true',
  read({ environment }) {
    const { text, hash, branch } = variablesOf(environment);
    const [, fromAddress] = /\/(\d+)\/?$/.exec(text('CIRCLE_PULL_REQUEST') ?? '') ?? [];
    const pullRequest = changeNumber('CIRCLE_PULL_REQUEST', fromAddress);
    const project = projectOf(text('CIRCLE_PROJECT_USERNAME'), text('CIRCLE_PROJECT_REPONAME'));
    const source = projectOf(text('CIRCLE_PR_USERNAME'), text('CIRCLE_PR_REPONAME'));
    const [id, job = ''] = [text('CIRCLE_WORKFLOW_ID'), text('CIRCLE_JOB')];
    return {
      host: 'circleci',
      isFork: source !== undefined && source !== project,
      ...present({
        repository: repositoryName(text('CIRCLE_REPOSITORY_URL')) ?? project,
        commit: hash('CIRCLE_SHA1'),
        branch: branch('CIRCLE_BRANCH'),
        tag: text('CIRCLE_TAG'),
        pullRequest,
      }),
      // A re-run is a separate workflow.
      ...(id !== undefined && { run: { id, attempt: '1', job } }),
      ...(environment[jwt]
        ? {
            oidc: {
              kind: 'command',
              command: ['circleci', 'run', 'oidc', 'get', '--claims', '{"aud":"{audience}"}'],
              otherwise: jwt,
            },
          }
        : { oidcCure: `CircleCI gave the job no ${jwt}: a build of a fork gets none.` }),
      notes:
        pullRequest === undefined
          ? []
          : ['CircleCI does not report the target of a pull request. Give --base to compare with it.'],
    };
  },
};
