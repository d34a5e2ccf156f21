import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { commentMarker } from '@scangate/domain/integrations/checks/check-text';
import { canary, head, mergeBase, newWorld, scanId } from '#test/support/action/github-and-service.ts';
import type { StepCommand } from '#test/support/action/read-step.ts';
import { afterFork, fork, pullRequest, push } from '#test/support/action/events.ts';
import { inputs, runStep } from '#test/support/action/run-step.ts';

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
    const link = `[The scan](<${step.outputs['report-url']}>)`;
    const shown = `✅ **The job passes.** What the pull request changes decides. ${link}\n\n## Scangate: FAIL\n`;
    expect(step.summary).toBe(`${shown}\n`);
    expect(world.comments.map(({ body }) => body)).toEqual([`${commentMarker}\n${shown}`]);
  });

  test('fails with gate api, as the service does, and names the deciding judgment', async () => {
    const { exitCode, summary } = await runStep(newWorld(), pullRequest, { gate: 'api' });
    expect(exitCode).toBe(1);
    expect(summary).toContain('❌ **The job fails.** The verdict on the whole commit decides.');
  });

  test('fails by fail-on, and says so', async () => {
    const { exitCode, summary } = await runStep(newWorld(), pullRequest, { 'fail-on': 'critical' });
    expect(exitCode).toBe(1);
    expect(summary).toContain('❌ **The job fails.** The input `fail-on` decides.');
  });

  test('closes no alert in code scanning by an ERROR, which has no findings', async () => {
    const world = { ...newWorld(), verdict: 'ERROR' as const, pullRequestVerdict: 'ERROR' as const };
    const { exitCode, summary, commands } = await runStep(world, pullRequest);
    expect([exitCode, world.sarifs]).toEqual([2, []]);
    expect(summary).toContain('there is no judgment');
    expect(JSON.stringify(named(commands, 'notice'))).toContain('the scan reached no judgment');
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

  test('has neither comment nor annotations if the service writes them', async () => {
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

test.each(['comment', 'sarif', 'annotations'])('the input %s switches the output off', async (name) => {
  const world = newWorld();
  const { commands } = await runStep(world, pullRequest, { [name]: 'false' });
  expect({
    comment: world.comments.length,
    sarif: world.sarifs.length,
    annotations: named(commands, 'error').length,
  }).toEqual({ comment: 1, sarif: 1, annotations: 1, [name]: 0 });
});

describe('a push', () => {
  test('of a commit that the service cannot fetch gets a remedy, beside its report', async () => {
    const world = { ...newWorld(), verdict: 'ERROR' as const, errorCode: 'branch_or_commit_not_found' };
    const { exitCode, commands, outputs } = await runStep(world, push);
    expect([exitCode, outputs['verdict']]).toEqual([6, 'ERROR']);
    expect(named(commands, 'error').at(-1)).toMatchObject({
      properties: { title: 'Scangate' },
      data: 'The service cannot find the commit at the host of the repository: push first.',
    });
  });

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

describe('missing permissions of the job', () => {
  test.each(['/graphql', '/sarifs'])('%s is a note, and the verdict decides', async (part) => {
    const world = { ...newWorld(), refused: { [part]: 403 } };
    const { exitCode, commands } = await runStep(world, pullRequest, { annotations: 'false' });
    expect(exitCode).toBe(0);
    expect(JSON.stringify(named(commands, 'notice'))).toContain('GitHub answers 403');
  });

  test('include comment and code scanning without a GitHub token', async () => {
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
  '%s whose base is not known is not judged as a push: it is refused, unless the input says api',
  async (_what, event) => {
    const world = { ...newWorld(), verdict: 'PASS' as const, refused: { '/compare/': 404 } };
    const step = await runStep(world, event);
    expect([step.exitCode, world.created]).toEqual([6, []]);
    expect(JSON.stringify(step.commands)).toContain('The commit to compare with is unknown');
    expect((await runStep(world, event, { gate: 'api' })).exitCode).toBe(0);
  },
);

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

  test('an event that is truncated, or of another kind, is refused', async () => {
    const { exitCode, sent } = await runStep(newWorld(), { ...pullRequest, payload: {} });
    expect([exitCode, sent]).toEqual([6, []]);
  });
});

test('no output of a step contains a token, and no text of a repository becomes a command', async () => {
  for (const event of [pullRequest, push, afterFork, fork]) {
    const { everything, commands } = await runStep(newWorld(), event);
    // The runner masks what was registered for masking.
    const masked = named(commands, 'add-mask').length;
    expect(everything.split(canary)).toHaveLength(masked + 1);
    expect(named(commands, 'set-output')).toEqual([]);
  }
});
