import { head } from './github-and-service.ts';

/** Events of a repository, as GitHub passes them to a job. */

const repo = (name: string) => ({ full_name: name });
const pullRequestOf = (from: string) => ({
  environment: {
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_SHA: 'c'.repeat(40),
  },
  payload: {
    number: 7,
    pull_request: {
      number: 7,
      head: { sha: head, ref: 'feature/a', repo: repo(from) },
      base: { sha: 'e'.repeat(40), ref: 'main', repo: repo('acme/shop') },
    },
  },
});
export const pullRequest = pullRequestOf('acme/shop');
export const fork = pullRequestOf('mallory/shop');
export const push = {
  environment: {
    GITHUB_EVENT_NAME: 'push',
    GITHUB_SHA: head,
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_NAME: 'main',
    GITHUB_REF_TYPE: 'branch',
  },
  payload: {},
};
export const afterFork = {
  environment: {
    GITHUB_EVENT_NAME: 'workflow_run',
    GITHUB_SHA: 'd'.repeat(40),
    GITHUB_REF: 'refs/heads/main',
  },
  payload: {
    workflow_run: {
      head_sha: head,
      head_branch: 'feature/a',
      head_repository: repo('mallory/shop'),
      pull_requests: [],
    },
    repository: repo('acme/shop'),
  },
};
