import { describe, expect, test } from 'vitest';
import { repositoryId, runWith, unitId } from '#test/support/cli/stored-world.ts';

const waiverId = '0197c0de-0000-8000-8000-000000000009';
const answer =
  (status: 'active' | 'requested') =>
  ({ body }: { body: unknown }) => ({
    status: 201,
    json: { ...(body as object), waiverId, status, scope: {} },
  });
const projectUnits = [
  { projectUnitId: unitId, path: 'web', type: 'npm', name: 'web' },
  { projectUnitId: repositoryId, path: '', type: 'npm', name: 'shop' },
];
const answers = {
  'GET /v1/repositories/resolve': { json: { repositoryId, fullName: 'acme/shop', projectUnits } },
  'POST /v1/waivers': answer('active'),
};
const why = ['--reason', 'Not called.', '--expires', '30d'];
const run = (args: string[], more: Parameters<typeof runWith>[1] = answers) =>
  runWith(['waive', ...args], more);

describe('waive', () => {
  test('creates a waiver in the current repository, and says what is covered', async () => {
    const flags = ['--advisory', 'CVE-2021-44228', '--repository', 'acme/shop'];
    const { exitCode, out, sent } = await run([...flags, ...why]);
    expect(exitCode).toBe(0);
    expect(sent.at(-1)?.body).toEqual({
      match: { advisory: 'CVE-2021-44228' },
      reason: 'Not called.',
      expiresAt: '2026-03-31T12:00:00.000Z',
      scope: { repositoryId },
    });
    expect(out).toBe(
      `In force: advisory CVE-2021-44228, for acme/shop, until 2026-03-31T12:00:00.000Z. Waiver ${waiverId}.\n`,
    );
  });

  test.each([
    [['--package', 'pkg:npm/left-pad'], { package: 'pkg:npm/left-pad' }],
    [['--rule', 'js-eval', '--path', 'test/**'], { rule: 'js-eval', path: 'test/**' }],
    [['--license', 'GPL-3.0-only'], { license: 'GPL-3.0-only' }],
    [['--fingerprint', 'A'.repeat(32)], { fingerprint: 'a'.repeat(32) }],
  ])('waives %j', async (flags, match) => {
    const { sent } = await run([...flags, '--scope', 'organization', ...why]);
    expect(sent.map(({ body }) => body)).toMatchObject([{ match }]);
    expect(sent[0]?.body).not.toHaveProperty('scope');
  });

  test.each([
    ['acme/shop', { repositoryId }],
    ['acme/shop:web', { repositoryId, projectUnitId: unitId }],
    ['acme/shop:.', { repositoryId, projectUnitId: repositoryId }],
  ])('limits a waiver to %s', async (scope, ids) => {
    const { sent } = await run(['--rule', 'js-eval', '--scope', scope, ...why]);
    expect(sent.at(-1)?.body).toMatchObject({ scope: ids });
  });

  test('only requests it with --request, and says that it covers nothing yet', async () => {
    const requested = { ...answers, 'POST /v1/waivers': answer('requested') };
    const { exitCode, out, sent } = await run(
      ['--rule', 'js-eval', '--scope', 'organization', '--request', ...why],
      requested,
    );
    expect(sent[0]?.body).toMatchObject({ requestOnly: true });
    expect([exitCode, out]).toEqual([
      0,
      expect.stringMatching(/^Requested: .*It has no effect until an owner or admin approves it\./),
    ]);
  });

  test.each([
    ['nothing', []],
    ['two things', ['--advisory', 'CVE-1', '--license', 'MIT']],
    ['a path without a rule', ['--advisory', 'CVE-1', '--path', 'x']],
    ['a scope of nobody', ['--advisory', 'CVE-1', '--scope', 'shop']],
    ['an end in the past', ['--advisory', 'CVE-1', '--expires', '2026-02-01']],
  ])('refuses %s before any request', async (_what, flags) => {
    const given = flags.includes('--expires') ? why.slice(0, 2) : why;
    const { exitCode, sent } = await run([...flags, '--repository', 'acme/shop', ...given]);
    expect([exitCode, sent]).toEqual([6, []]);
  });

  test.each([['--reason'], ['--expires']])('refuses a waiver without %s', async (name) => {
    const at = why.indexOf(name);
    const { exitCode, log } = await run(['--rule', 'js-eval', ...why.toSpliced(at, 2)]);
    expect([exitCode, log]).toEqual([6, expect.stringContaining(name)]);
  });

  test('requires a scope when no repository is known, and never defaults to the organization', async () => {
    const { exitCode, log, sent } = await run(['--rule', 'js-eval', ...why]);
    expect([exitCode, sent]).toEqual([6, []]);
    expect(log).toContain('--repository');
  });

  test('lists the units of a repository when the given one is unknown', async () => {
    const { exitCode, log } = await run(['--rule', 'js-eval', '--scope', 'acme/shop:wbe', ...why]);
    expect([exitCode, log]).toEqual([6, expect.stringContaining('web')]);
  });
});
