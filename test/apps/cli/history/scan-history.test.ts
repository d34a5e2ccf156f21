import { describe, expect, test } from 'vitest';
import { repositoryId, runWith, unitId } from '#test/support/cli/stored-world.ts';

const historyScanId = '0197c0de-0000-7000-8000-000000000009';
const quote = {
  commits: 40,
  files: 10_500,
  credits: { core: 2, sast: 0 },
  quotedAt: '2026-03-01T12:01:00.000Z',
  validUntil: '2026-03-01T18:01:00.000Z',
};
const scan = (status: string, more: object = {}) => ({
  json: { historyScanId, repositoryId, status, requestedAt: quote.quotedAt, unread: [], ...more },
});
const path = `/v1/repositories/${repositoryId}/history-scans`;
const finding = (commitHash: string | undefined, goneFromHead?: boolean) => ({
  fingerprint: 'f'.repeat(32),
  repositoryId,
  projectUnitId: unitId,
  severity: 'critical',
  rule: 'private-key\u001b[2J',
  file: 'deploy/id_rsa',
  ...(commitHash && { history: { commitHash, ...(goneFromHead !== undefined && { goneFromHead }) } }),
});

/** Answers with these states, one after the other. */
const answersOf = (states: readonly ReturnType<typeof scan>[]) => {
  const left = [...states];
  const next = () => left.shift() ?? scan('completed');
  return {
    'GET /v1/repositories/resolve': { json: { repositoryId, fullName: 'acme/shop', projectUnits: [] } },
    [`POST ${path}/quote`]: { status: 202, ...scan('quoting') },
    [`POST ${path}`]: { status: 202, ...scan('running', { quote }) },
    [`GET ${path}/${historyScanId}`]: next,
    [`POST ${path}/${historyScanId}/cancel`]: next,
    'GET /v1/findings': { json: { items: [finding('a'.repeat(40), true), finding(undefined)] } },
  };
};
const run = (args: string[], states: readonly ReturnType<typeof scan>[]) =>
  runWith(['history-scan', '--repository', 'acme/shop', ...args], answersOf(states));

describe('history-scan', () => {
  test('quotes the price, and spends nothing', async () => {
    const { exitCode, out, asked } = await run([], [scan('quoting'), scan('quoted', { quote })]);
    expect([exitCode, asked.some((one) => one === `POST ${path}`)]).toEqual([0, false]);
    expect(out).toContain('40 commits with 10500 versions of files cost 2 core credits.');
  });

  test('scans the history if the price is accepted, and shows what is still in it', async () => {
    const ended = scan('completed', {
      quote,
      secrets: { total: 1, goneFromHead: 1 },
      refunded: { core: 1, sast: 0 },
      unread: ['x.bin is too large'],
    });
    const { exitCode, out, sent } = await run(
      ['--max-credits', '2'],
      [scan('quoted', { quote }), scan('running'), ended],
    );
    expect(exitCode).toBe(0);
    expect(out.split('\n').slice(0, 3)).toEqual([
      '1 secret, 1 of them gone from head but still in the history.',
      'Refunded: 1 core credit.',
      'Not scanned: x.bin is too large',
    ]);
    expect(out).toMatch(
      /critical +private-key.* +deploy\/id_rsa +aaaaaaaaaaaa +gone from head, still in the history/,
    );
    expect(out).not.toContain('\u001b');
    expect(out.match(/deploy/g)).toHaveLength(1);
    expect(sent.find(({ url, method }) => method === 'POST' && url.endsWith('/history-scans'))).toBeDefined();
  });

  test('spends nothing if the price is more than was accepted', async () => {
    const { exitCode, asked, log } = await run(['--max-credits', '1'], [scan('quoted', { quote })]);
    expect([exitCode, asked.some((one) => one === `POST ${path}`)]).toEqual([5, false]);
    expect(log).toContain('costs 2 core credits, more than --max-credits 1');
  });

  test('ends with 2 when the history cannot be read, and with 3 when the time is over', async () => {
    const failed = scan('failed', { errorCode: 'repo_access', error: 'The host refuses.' });
    expect((await run([], [failed])).exitCode).toBe(2);
    const slow = Array.from({ length: 40 }, () => scan('quoting'));
    const late = await run(['--timeout', '60'], slow);
    expect([late.exitCode, late.log]).toEqual([3, expect.stringContaining(historyScanId)]);
  });

  test('cancels, waits for the end, and shows what was found until then', async () => {
    const ended = scan('cancelled', {
      secrets: { total: 1, goneFromHead: 0 },
      refunded: { core: 2, sast: 0 },
    });
    const args = ['--cancel', historyScanId];
    const { exitCode, out, asked } = await run(args, [scan('running'), scan('running'), ended]);
    expect([exitCode, asked.filter((one) => one === `POST ${path}/quote`)]).toEqual([0, []]);
    expect(out).toContain('Refunded: 2 core credits.');
    expect(out).toContain('private-key');
    const quoted = await run(args, [scan('cancelled')]);
    expect([quoted.exitCode, quoted.out]).toEqual([0, expect.stringContaining('cancelled')]);
  });

  test('prints the answer of the service as JSON, at once with --no-wait', async () => {
    const { out } = await run(['--max-credits', '2', '--no-wait', '--json'], [scan('quoted', { quote })]);
    expect(JSON.parse(out)).toMatchObject({ historyScan: { status: 'running' }, secrets: [] });
  });
});
