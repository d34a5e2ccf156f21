import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { commentMarker } from '@scangate/domain/integrations/checks/check-text';
import { canary, head, mergeBase, newWorld, scanId } from '#test/support/action/github-and-service.ts';
import type { StepCommand } from '#test/support/action/read-step.ts';
import { inputs, runStep } from '#test/support/action/run-step.ts';

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
const pullRequest = pullRequestOf('acme/shop');
const fork = pullRequestOf('mallory/shop');
const push = {
  environment: {
    GITHUB_EVENT_NAME: 'push',
    GITHUB_SHA: head,
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_NAME: 'main',
    GITHUB_REF_TYPE: 'branch',
  },
  payload: {},
};
const afterFork = {
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

const named = (commands: readonly StepCommand[], name: string) =>
  commands.filter((command) => command.name === name);

describe('a pull request', () => {
  test('is judged by what it changes, with the base that GitHub names', async () => {
    const world = newWorld();
    const step = await runStep(world, pullRequest);
    expect(step.exitCode).toBe(0);
    expect(world.created).toEqual([
      expect.objectContaining({ commitHash: head, baseCommitHash: mergeBase, pullRequest: { number: 7 } }),
    ]);
    expect(step.outputs).toMatchObject({
      'scan-id': scanId,
      verdict: 'FAIL',
      reason: 'critical_vulnerabilities_found',
      'pull-request-verdict': 'PASS',
      introduced: '1',
      fixed: '2',
      'report-url': `${inputs.url}/console/o/${inputs.organization}/scans/${scanId}`,
    });
    expect(step.summary).toBe('## Scangate: FAIL\n\n');
    expect(world.comments.map(({ body }) => body)).toEqual([`${commentMarker}\n## Scangate: FAIL\n`]);
  });

  test('fails with gate api, as the service says', async () => {
    expect((await runStep(newWorld(), pullRequest, { gate: 'api' })).exitCode).toBe(1);
  });

  test.each([
    ['PASS', 0],
    ['FAIL', 1],
    ['ERROR', 2],
  ] as const)('ends with the exit code of the deciding verdict: %s is %d', async (verdict, exitCode) => {
    const world = { ...newWorld(), pullRequestVerdict: verdict };
    expect((await runStep(world, pullRequest)).exitCode).toBe(exitCode);
  });

  test('has its findings at their lines, ten of each level, introduced ones first', async () => {
    const world = { ...newWorld(), findings: 12 };
    const { commands } = await runStep(world, pullRequest);
    for (const [name, level] of [
      ['error', 'error'],
      ['warning', 'warning'],
      ['notice', 'note'],
    ] as const) {
      const shown = named(commands, name);
      expect(shown).toHaveLength(10);
      expect(shown[0]?.properties).toEqual({ title: `rule-${level}`, file: 'src/a b.js', line: '12' });
      expect(shown[0]?.data).toContain(`${level} 11`);
      expect(shown[1]?.properties['line']).toBe('1');
    }
  });

  test('has its report in code scanning, at the head of the pull request', async () => {
    const world = newWorld();
    await runStep(world, pullRequest);
    const [sent] = world.sarifs;
    expect(sent).toMatchObject({ commit_sha: head, ref: 'refs/pull/7/head' });
    const text = gunzipSync(Buffer.from(sent?.sarif ?? '', 'base64')).toString();
    expect(JSON.parse(text)).toMatchObject({ version: '2.1.0' });
  });

  test('has neither comment nor annotations where the service writes them', async () => {
    const world = { ...newWorld(), checksBy: 'service' as const };
    const { commands } = await runStep(world, pullRequest);
    expect([world.comments, named(commands, 'error')]).toEqual([[], []]);
    expect(world.sarifs).toHaveLength(1);
  });

  test('keeps the comment of a newer commit', async () => {
    const world = { ...newWorld(), head: 'f'.repeat(40) };
    const { commands } = await runStep(world, pullRequest);
    expect(world.comments).toEqual([]);
    expect(JSON.stringify(commands)).toContain('the pull request has a newer commit');
  });
});

test.each(['comment', 'sarif', 'annotations'])('the input %s switches it off', async (name) => {
  const world = newWorld();
  const { commands } = await runStep(world, pullRequest, { [name]: 'false' });
  expect({
    comment: world.comments.length,
    sarif: world.sarifs.length,
    annotations: named(commands, 'error').length,
  }).toEqual({ comment: 1, sarif: 1, annotations: 1, [name]: 0 });
});

describe('a push', () => {
  test('is judged as a whole, and its report belongs to the branch', async () => {
    const world = newWorld();
    const step = await runStep(world, push);
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ verdict: 'FAIL', 'pull-request-verdict': '', introduced: '' });
    expect(world.sarifs).toMatchObject([{ commit_sha: head, ref: 'refs/heads/main' }]);
    expect(world.comments).toEqual([]);
  });

  test('takes 4 requests to the service, and one for each report', async () => {
    const { sent } = await runStep(newWorld(), push, { sarif: 'false', annotations: 'false' });
    const toService = sent.filter(({ url }) => url.startsWith(inputs.url));
    // The fifth is the report that stands on the page of the job.
    expect(toService).toHaveLength(5);
  });
});

describe('a fork', () => {
  const without = { ...fork, environment: { ...fork.environment, SCANGATE_TOKEN: '' } };

  test('fails with the remedy, and asks nobody anything', async () => {
    const { exitCode, commands, sent } = await runStep(newWorld(), without);
    expect([exitCode, sent]).toEqual([4, []]);
    expect(JSON.stringify(commands)).toContain('forks: defer');
  });

  test('is left to the second workflow where the input says so', async () => {
    const { exitCode, summary, sent } = await runStep(newWorld(), without, { forks: 'defer' });
    expect([exitCode, sent]).toEqual([0, []]);
    expect(summary).toContain('left to the workflow that runs after this one');
  });

  test('is scanned by the second workflow, whose result is a status of the commit', async () => {
    const world = newWorld();
    const { exitCode } = await runStep(world, afterFork);
    expect(exitCode).toBe(0);
    expect(world.created).toMatchObject([
      { commitHash: head, baseCommitHash: mergeBase, pullRequest: { number: 7 } },
    ]);
    expect(world.statuses.map(({ state, context }) => [state, context])).toEqual([
      ['pending', 'scangate'],
      ['success', 'scangate'],
    ]);
    expect(world.comments).toHaveLength(1);
  });

  test.each([
    ['FAIL', 'failure', 1],
    ['ERROR', 'error', 2],
  ] as const)('has the status of its verdict: %s is %s', async (verdict, state, exitCode) => {
    const world = { ...newWorld(), pullRequestVerdict: verdict };
    expect((await runStep(world, afterFork)).exitCode).toBe(exitCode);
    expect(world.statuses.at(-1)?.state).toBe(state);
  });

  test('is never scanned without the status that the merge waits for', async () => {
    const world = { ...newWorld(), refused: { '/statuses/': 403 } };
    const { exitCode } = await runStep(world, afterFork);
    expect([exitCode, world.created]).toEqual([3, []]);
  });
});

describe('what the job may not do', () => {
  test.each(['/graphql', '/sarifs'])('%s is a note, and the verdict decides', async (part) => {
    const world = { ...newWorld(), refused: { [part]: 403 } };
    const { exitCode, commands } = await runStep(world, pullRequest, { annotations: 'false' });
    expect(exitCode).toBe(0);
    expect(JSON.stringify(named(commands, 'notice'))).toContain('GitHub answers 403');
  });

  test('includes comment and code scanning without a token of GitHub', async () => {
    const world = newWorld();
    const step = await runStep(world, pullRequest, { 'github-token': '', gate: 'api' });
    expect([step.exitCode, world.comments, world.sarifs]).toEqual([1, [], []]);
    expect(step.sent.every(({ url }) => url.startsWith(inputs.url))).toBe(true);
  });
});

test.each([
  ['a pull request', pullRequest],
  ['a fork', afterFork],
])(
  '%s whose base is not known is no push: it is refused, unless the input says api',
  async (_what, event) => {
    const world = { ...newWorld(), verdict: 'PASS' as const, refused: { '/compare/': 404 } };
    const step = await runStep(world, event);
    expect([step.exitCode, world.created]).toEqual([6, []]);
    expect(JSON.stringify(step.commands)).toContain('The commit to compare with is not known');
    expect((await runStep(world, event, { gate: 'api' })).exitCode).toBe(0);
  },
);

test('a fork without a single open pull request is not judged as a push', async () => {
  const world = { ...newWorld(), verdict: 'PASS' as const, refused: { '/pulls': 404 } };
  const { exitCode } = await runStep(world, afterFork);
  expect([exitCode, world.created, world.statuses.at(-1)?.state]).toEqual([6, [], 'error']);
});

test('the report of a fork without a single open pull request is not that of the default branch', async () => {
  const world = { ...newWorld(), refused: { '/pulls': 404 } };
  const { commands } = await runStep(world, afterFork, { gate: 'api' });
  expect([world.created.length, world.sarifs]).toEqual([1, []]);
  expect(JSON.stringify(named(commands, 'notice'))).toContain('the branch of the commit is not known');
});

describe('a wrong input', () => {
  test.each([
    ['url', ''],
    ['organization', ''],
    ['gate', 'none'],
    ['comment', 'maybe'],
    ['forks', 'allow'],
    ['types', 'sca --offline'],
    ['timeout', 'soon'],
    ['url', 'http://scangate.example'],
  ])('%s "%s" is refused before any request', async (name, value) => {
    const { exitCode, sent } = await runStep(newWorld(), push, { [name]: value });
    expect([exitCode, sent]).toEqual([6, []]);
  });

  test('is an event that is cut, or of something else', async () => {
    const { exitCode, sent } = await runStep(newWorld(), { ...pullRequest, payload: {} });
    expect([exitCode, sent]).toEqual([6, []]);
  });
});

test('no token stands in anything that a step writes, and nothing of a repository is a command', async () => {
  for (const event of [pullRequest, push, afterFork, fork]) {
    const { everything, commands } = await runStep(newWorld(), event);
    // The runner hides what it was told to mask.
    const masked = named(commands, 'add-mask').length;
    expect(everything.split(canary)).toHaveLength(masked + 1);
    expect(named(commands, 'set-output')).toEqual([]);
  }
});
