import { describe, expect, test } from 'vitest';
import type { CiGit } from '@scangate/cli/ci/ci-context';
import { githubActions } from '@scangate/cli/ci/github-actions';
import { fullClone, head, merge, shallowClone, start } from '#test/support/cli/ci-clone.ts';

const run = {
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'octo-org/octo-repo',
  GITHUB_RUN_ID: '1658821493',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_JOB: 'scan',
  GITHUB_EVENT_PATH: '/home/runner/work/_temp/_github_workflow/event.json',
};
const identity = {
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://pipelines.actions.githubusercontent.com/x/idtoken?api-version=2.0',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'opaque',
};
const push = {
  ...run,
  ...identity,
  GITHUB_EVENT_NAME: 'push',
  GITHUB_SHA: head,
  GITHUB_REF: 'refs/heads/feature/a',
  GITHUB_REF_NAME: 'feature/a',
  GITHUB_REF_TYPE: 'branch',
};
const onPullRequest = {
  ...run,
  ...identity,
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_SHA: merge,
  GITHUB_REF: 'refs/pull/7/merge',
  GITHUB_REF_NAME: '7/merge',
  GITHUB_REF_TYPE: 'branch',
  GITHUB_HEAD_REF: 'feature/a',
  GITHUB_BASE_REF: 'main',
};
const repo = (name: string) => ({ full_name: name });
const payload = {
  action: 'synchronize',
  number: 7,
  pull_request: {
    number: 7,
    head: { sha: head, ref: 'feature/a', repo: repo('octo-org/octo-repo') },
    base: { sha: 'e'.repeat(40), ref: 'main', repo: repo('octo-org/octo-repo') },
  },
};
const withHead = (more: object) => ({
  ...payload,
  pull_request: { ...payload.pull_request, head: { ...payload.pull_request.head, ...more } },
});

const read = (environment: Record<string, string>, event?: unknown, git: CiGit = fullClone) =>
  githubActions.read({ environment, event, git });

describe('the commit is the pushed one', () => {
  test('of a push', () => {
    expect(read(push)).toMatchObject({
      host: 'github',
      repository: 'octo-org/octo-repo',
      commit: head,
      branch: 'feature/a',
      isFork: false,
      run: { id: '1658821493', attempt: '1', job: 'scan' },
      notes: [],
    });
  });

  test('of a pull request, whose GITHUB_SHA is a merge', () => {
    const context = read(onPullRequest, payload);
    expect(context).toMatchObject({ commit: head, branch: 'feature/a', pullRequest: 7, isFork: false });
    expect(context).toMatchObject({ targetBranch: 'main', base: start });
  });

  test('of a tag, which is not a branch', () => {
    const tagged = { GITHUB_REF: 'refs/tags/v1', GITHUB_REF_NAME: 'v1', GITHUB_REF_TYPE: 'tag' };
    const context = read({ ...push, ...tagged });
    expect([context.commit, context.tag, context.branch]).toEqual([head, 'v1', undefined]);
  });

  test('of a merge queue, compared with its target branch', () => {
    const ref = `refs/heads/gh-readonly-queue/main/pr-7-${start}`;
    const event = {
      action: 'checks_requested',
      merge_group: { head_sha: head, head_ref: ref, base_sha: start, base_ref: 'refs/heads/main' },
    };
    const queue = { ...push, GITHUB_EVENT_NAME: 'merge_group', GITHUB_REF: ref };
    expect(read(queue, event)).toMatchObject({
      commit: head,
      branch: `gh-readonly-queue/main/pr-7-${start}`,
      targetBranch: 'main',
      base: start,
    });
  });

  const workflowRun = (elsewhere: string, pullRequests: object[]) => ({
    workflow_run: {
      head_sha: head,
      head_branch: 'feature/a',
      head_repository: repo(elsewhere),
      pull_requests: pullRequests,
    },
    repository: repo('octo-org/octo-repo'),
  });
  const ofRun = { ...push, GITHUB_EVENT_NAME: 'workflow_run', GITHUB_SHA: merge };

  test('of a workflow that ran for a fork', () => {
    const context = read(ofRun, workflowRun('someone/octo-repo', []));
    expect(context).toMatchObject({ commit: head, isFork: true, oidc: { kind: 'request' } });
    expect(context.pullRequest).toBeUndefined();
  });

  test('of a workflow that ran for one pull request; with two it is unknown which one is meant', () => {
    const one = { number: 7, base: { ref: 'main' } };
    expect(read(ofRun, workflowRun('octo-org/octo-repo', [one]))).toMatchObject({
      pullRequest: 7,
      base: start,
    });
    expect(read(ofRun, workflowRun('octo-org/octo-repo', [one, one])).pullRequest).toBeUndefined();
  });
});

test('a re-run is distinguished by its attempt', () => {
  expect(read({ ...push, GITHUB_RUN_ATTEMPT: '2' }).run?.attempt).toBe('2');
});

describe('a fork', () => {
  test.each([
    ['of somebody else', { repo: repo('someone/octo-repo') }],
    ['that is deleted', { repo: null }],
  ])('%s has no identity, and the remedy is named', (_name, more) => {
    const {
      ACTIONS_ID_TOKEN_REQUEST_URL: _url,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: _token,
      ...bare
    } = onPullRequest;
    const context = read(bare, withHead(more));
    expect([context.isFork, context.oidc]).toEqual([true, undefined]);
    expect(context.oidcCure).toContain('workflow_run');
  });

  test('is not another repository because of upper case', () => {
    expect(read(onPullRequest, withHead({ repo: repo('Octo-Org/octo-repo') })).isFork).toBe(false);
  });
});

test('a job without the permission gets a message that names it', () => {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: _url, ...bare } = push;
  expect(read(bare).oidcCure).toContain('id-token: write');
});

test('a shallow clone hides the base: none is used, and the remedy is named', () => {
  const { base, notes } = read(onPullRequest, payload, shallowClone);
  expect([base, notes]).toEqual([undefined, [expect.stringContaining('fetch-depth: 0')]]);
});

describe('a bad event', () => {
  test.each([
    ['that is not an object', 7, 'is not a pull_request event'],
    ['that is missing', undefined, 'is not a pull_request event'],
    ['of a push', { ref: 'refs/heads/main', after: head }, 'is not a pull_request event'],
    ['without a commit', withHead({ sha: undefined }), 'names no commit'],
    [
      'of another pull request',
      { pull_request: { ...payload.pull_request, number: 8 } },
      'not one of pull request 7',
    ],
    ['with a short hash', withHead({ sha: 'abc' }), 'not a full commit hash'],
    ['with a hash of zeros', withHead({ sha: '0'.repeat(40) }), 'names no commit'],
    ['with a line break in the branch', withHead({ ref: 'a\n::set-output name=x::y' }), 'line break'],
    ['with an escape in the branch', withHead({ ref: 'a\u001b[2J' }), 'control'],
    ['with a bidirectional control character in the branch', withHead({ ref: 'a\u202eb' }), 'direction'],
    ['with a branch that is a list', withHead({ ref: ['main'] }), 'is not a string'],
    [
      'with a number that is a string',
      { pull_request: { ...payload.pull_request, number: '7e3' } },
      'not the number',
    ],
  ])('%s is bad input, and not repeated', (_name, event, message) => {
    expect(() => read(onPullRequest, event)).toThrow(
      expect.objectContaining({ exitCode: 6, message: expect.stringMatching(message) }),
    );
    expect(() => read(onPullRequest, event)).not.toThrow(/set-output|\[2J|\u202e/);
  });

  test.each(['%0A::error::x', '::set-output name=a::b', '$(id)', '`id`', '<b>', 'a b', '--upload-pack=x'])(
    'the branch %s is taken literally',
    (ref) => {
      expect(read(onPullRequest, withHead({ ref })).branch).toBe(ref);
    },
  );

  test('variables with a line break are refused by name', () => {
    for (const name of ['GITHUB_SHA', 'GITHUB_REF_NAME', 'GITHUB_REPOSITORY', 'GITHUB_RUN_ID', 'GITHUB_JOB'])
      expect(() => read({ ...push, [name]: 'x\n::warning::y' })).toThrow(
        expect.objectContaining({ exitCode: 6, message: expect.stringContaining(name) }),
      );
  });

  test('empty variables count as missing', () => {
    const empty = Object.fromEntries(Object.keys(push).map((name) => [name, '']));
    const context = read(empty);
    expect([context.commit, context.branch, context.run, context.repository]).toEqual(
      Array(4).fill(undefined),
    );
  });
});

test('only events whose commit is not in a variable need the file', () => {
  expect(githubActions.eventFile?.(push)).toBeUndefined();
  expect(githubActions.eventFile?.(onPullRequest)).toEqual({ variable: 'GITHUB_EVENT_PATH', form: 'json' });
});
