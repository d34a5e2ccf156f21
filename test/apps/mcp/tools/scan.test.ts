import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTool as call, openHost, type Host } from '#test/support/mcp/mcp-host.ts';
import { commit, newMcpWorld, scanId } from '#test/support/mcp/mcp-world.ts';

const target = { repository: 'acme/shop', commit };

describe('spending', () => {
  const confirmed = async (host: Host, given: object = target, name = 'scan_commit') => {
    const { value } = await call(host, name, given);
    return value['confirmation'] as string;
  };

  test('takes two calls: the first one returns the price and spends nothing', async () => {
    const host = await openHost();
    const first = await call(host, 'scan_commit', target);
    expect(first.value).toMatchObject({ price: { core: 3, sast: 1 } });
    expect(host.world.scans.size).toBe(0);
    const second = await call(host, 'scan_commit', { ...target, confirmation: first.value['confirmation'] });
    expect(second.value).toMatchObject({ scanId });
    expect(host.world.scans.size).toBe(1);
  });

  test('with the same confirmation twice makes one scan, and counts once', async () => {
    const host = await openHost(newMcpWorld(), { maxCredits: 4 });
    const confirmation = await confirmed(host);
    for (let time = 0; time < 3; time += 1)
      expect((await call(host, 'scan_commit', { ...target, confirmation })).isError).toBe(false);
    expect(host.world.scans.size).toBe(1);
  });

  test.each<[string, (host: Host) => Promise<object> | object, string]>([
    ['an invented confirmation', () => ({ ...target, confirmation: 'yes' }), 'confirmation_expired'],
    [
      'the confirmation of another commit',
      async (host) => ({ ...target, commit: 'b'.repeat(40), confirmation: await confirmed(host) }),
      'confirmation_of_another_scan',
    ],
    [
      'a confirmation of eleven minutes ago',
      async (host) => {
        const confirmation = await confirmed(host);
        host.world.now = new Date(host.world.now.getTime() + 11 * 60_000);
        return { ...target, confirmation };
      },
      'confirmation_expired',
    ],
    [
      'a price that has risen since',
      async (host) => {
        const confirmation = await confirmed(host);
        host.world.price = { core: 4, sast: 1 };
        return { ...target, confirmation };
      },
      'price_changed',
    ],
  ])('%s is refused by name, and nothing is spent', async (_what, given, code) => {
    const host = await openHost();
    const { isError, value } = await call(host, 'scan_commit', await given(host));
    expect([isError, value['error'], host.world.scans.size]).toEqual([true, code, 0]);
  });

  test('ends at the budget of the process', async () => {
    const host = await openHost(newMcpWorld(), { maxCredits: 7 });
    const confirmation = await confirmed(host);
    const early = await confirmed(host, { ...target, commit: 'b'.repeat(40) });
    await call(host, 'scan_commit', { ...target, confirmation });
    const late = await call(host, 'scan_commit', { ...target, commit: 'b'.repeat(40), confirmation: early });
    expect(late.value['error']).toBe('budget_used_up');
    expect((await call(host, 'scan_commit', { ...target, commit: 'c'.repeat(40) })).value['error']).toBe(
      'budget_used_up',
    );
    expect(host.world.scans.size).toBe(1);
  });

  test('by two concurrent calls stays within the budget', async () => {
    const host = await openHost(newMcpWorld(), { maxCredits: 4 });
    const commits = ['a', 'b', 'c'].map((digit) => ({ ...target, commit: digit.repeat(40) }));
    const offers = await Promise.all(
      commits.map(async (one) => ({ ...one, confirmation: await confirmed(host, one) })),
    );
    const answers = await Promise.all(offers.map((offer) => call(host, 'scan_commit', offer)));
    expect(answers.map(({ value }) => value['error']).toSorted()).toEqual([
      'budget_used_up',
      'budget_used_up',
      undefined,
    ]);
    expect(host.world.scans.size).toBe(1);
  });

  test('is refused as by the service, before any request', async () => {
    const refusal = {
      gate: 'credits',
      passed: false as const,
      code: 'insufficient_credits',
      detail: 'Core is empty.',
    };
    const host = await openHost(newMcpWorld({ refusal }));
    const { value } = await call(host, 'scan_commit', target);
    expect(value).toEqual({ error: 'refused', message: 'insufficient_credits. Core is empty.' });
  });

  test('asks a person if the host can, and a person can decline', async () => {
    const host = await openHost(newMcpWorld(), { person: 'accept' });
    const confirmation = await confirmed(host);
    expect((await call(host, 'scan_commit', { ...target, confirmation })).value).toMatchObject({ scanId });
    expect(host.asked).toEqual([`Scan acme/shop at ${commit} for 3 core and 1 SAST credits?`]);
    const other = await openHost(newMcpWorld(), { person: 'decline' });
    const declined = await call(other, 'scan_commit', { ...target, confirmation: await confirmed(other) });
    expect([declined.isError, other.world.scans.size]).toEqual([true, 0]);
  });
});

let folder = '';
beforeAll(() => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'scangate-mcp-')));
  folder = join(place, 'clone');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package-lock.json'), '{"lockfileVersion":3,"packages":{}}');
  writeFileSync(join(place, 'secret.json'), '{"secret":true}');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet');
  git(
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@a.example',
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    'first',
  );
  symlinkSync(join(place, 'secret.json'), join(folder, 'link.json'));
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

describe('a lockfile', () => {
  test('of the tree is scanned with its content', async () => {
    const host = await openHost(newMcpWorld(), { directory: folder });
    const given = { repository: 'acme/shop', lockfile: 'package-lock.json' };
    const first = await call(host, 'check_lockfile', given);
    await call(host, 'check_lockfile', { ...given, confirmation: first.value['confirmation'] });
    expect([...host.world.scans.values()][0]).toContain('lockfileVersion');
  });

  test.each(['../secret.json', 'link.json', '/etc/passwd', '.', 'none.json'])(
    '%s is outside, and is neither read nor sent',
    async (lockfile) => {
      const host = await openHost(newMcpWorld(), { directory: folder });
      const { value } = await call(host, 'check_lockfile', { repository: 'acme/shop', lockfile });
      expect(value['error']).toBe('path_outside');
      expect(JSON.stringify(host.world.sent)).not.toContain('secret');
    },
  );
});
