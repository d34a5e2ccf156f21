import { describe, expect, test } from 'vitest';
import { afterFork, fork, pullRequest, push } from '#test/support/action/events.ts';
import { head, mergeBase, newWorld } from '#test/support/action/github-and-service.ts';
import type { StepCommand } from '#test/support/action/read-step.ts';
import { runStep } from '#test/support/action/run-step.ts';

const named = (commands: readonly StepCommand[], name: string) =>
  commands.filter((command) => command.name === name);

describe('a fork', () => {
  const without = { ...fork, environment: { ...fork.environment, SCANGATE_TOKEN: '' } };

  test('fails with the remedy, and makes no request', async () => {
    const { exitCode, commands, sent } = await runStep(newWorld(), without);
    expect([exitCode, sent]).toEqual([4, []]);
    expect(JSON.stringify(commands)).toContain('forks: defer');
  });

  test('is left to the second workflow if the input says so', async () => {
    const { exitCode, summary, sent } = await runStep(newWorld(), without, { forks: 'defer' });
    expect([exitCode, sent]).toEqual([0, []]);
    expect(summary).toContain('left to the workflow that runs after this one');
  });

  test('shares the required status with all pull requests: with defer each scan sets it', async () => {
    const world = newWorld();
    expect((await runStep(world, pullRequest, { forks: 'defer' })).exitCode).toBe(0);
    expect(world.statuses.map(({ state, description }) => [state, description])).toEqual([
      ['pending', 'The commit is being scanned.'],
      ['success', 'PASS into main: no new issues'],
    ]);
    for (const [event, forks] of [
      [pullRequest, 'fail'],
      [push, 'defer'],
    ] as const) {
      const plain = { ...newWorld(), targets: ['release'] };
      await runStep(plain, event, { forks });
      expect(plain.statuses).toEqual([]);
    }
  });

  test('and others get no scan without the permission for that status, and the message names it', async () => {
    const world = { ...newWorld(), refused: { '/statuses/': 403 } };
    const { exitCode, commands } = await runStep(world, pullRequest, { forks: 'defer' });
    expect([exitCode, world.created]).toEqual([3, []]);
    expect(JSON.stringify(commands)).toContain('permissions: statuses: write');
  });

  test('is scanned by the second workflow, whose result is a status of the commit', async () => {
    const world = newWorld();
    const { exitCode } = await runStep(world, afterFork);
    expect(exitCode).toBe(0);
    expect(world.created).toMatchObject([
      { commitHash: head, baseCommitHash: mergeBase, pullRequest: { number: 7 } },
    ]);
    expect(world.statuses.map(({ state, context, description }) => [state, context, description])).toEqual([
      ['pending', 'scangate', 'The commit is being scanned.'],
      ['success', 'scangate', 'PASS into main: no new issues'],
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

  test('gets an error status when pull requests into several branches have its commit', async () => {
    const world = { ...newWorld(), targets: ['main', 'release'] };
    const { exitCode, commands } = await runStep(world, afterFork);
    expect([exitCode, world.created]).toEqual([6, []]);
    expect(world.statuses.at(-1)).toMatchObject({
      state: 'error',
      description: expect.stringMatching(/^Open pull requests into several branches have this commit/),
    });
    expect(JSON.stringify(commands)).toContain('Close all but one');
    const judgedAlone = { ...newWorld(), targets: ['main', 'release'], verdict: 'PASS' as const };
    expect((await runStep(judgedAlone, afterFork, { gate: 'api' })).exitCode).toBe(0);
  });

  test('may have several pull requests into one branch, which share one judgment', async () => {
    const world = { ...newWorld(), targets: ['main', 'main'] };
    expect((await runStep(world, afterFork)).exitCode).toBe(0);
    expect(world.statuses.at(-1)?.description).toBe('PASS into main: no new issues');
  });

  test('gets the same error for a commit of the repository that merges into another branch, too', async () => {
    const world = { ...newWorld(), targets: ['main', 'release'] };
    expect((await runStep(world, pullRequest, { forks: 'defer' })).exitCode).toBe(6);
    expect([world.created, world.statuses.at(-1)?.state]).toEqual([[], 'error']);
    const own = { ...newWorld(), targets: ['release'] };
    expect((await runStep(own, pullRequest, { forks: 'defer' })).exitCode).toBe(6);
  });

  test('is never scanned without the status that the merge waits for', async () => {
    const world = { ...newWorld(), refused: { '/statuses/': 403 } };
    const { exitCode } = await runStep(world, afterFork);
    expect([exitCode, world.created]).toEqual([3, []]);
  });
});

test('a fork without a single open pull request is not judged as a push', async () => {
  const world = { ...newWorld(), verdict: 'PASS' as const, refused: { '/pulls': 404 } };
  const { exitCode } = await runStep(world, afterFork);
  expect([exitCode, world.created, world.statuses.at(-1)?.state]).toEqual([6, [], 'error']);
});

test('the report of a fork without a single open pull request is not that of the default branch', async () => {
  const world = { ...newWorld(), refused: { '/pulls': 404 } };
  const { commands } = await runStep(world, afterFork, { gate: 'api' });
  expect([world.created.length, world.sarifs]).toEqual([1, []]);
  expect(JSON.stringify(named(commands, 'notice'))).toContain('the branch of the commit is unknown');
});
