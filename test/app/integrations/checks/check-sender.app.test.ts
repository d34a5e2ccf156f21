import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  endedScan,
  openCheckWorld,
  secretAt,
  type CheckWorld,
} from '#test/support/integrations/check-world.ts';

let world: CheckWorld;
beforeEach(async () => void (world = await openCheckWorld()));
afterEach(() => world.close());

const pullRequest = { number: 12 };
const runs = () => world.github().checkRuns;
const manySecrets = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    secretAt(`src/file-${String(index).padStart(3, '0')}.js`, index + 1),
  );

describe('a GitHub App', () => {
  test('gets a check run and no status, and comments as its bot', async () => {
    await world.addApp();
    const scan = await world.addScan(endedScan(1, { judged: 'FAIL', pullRequest }), manySecrets(1));
    expect(await world.send(scan)).toMatchObject({ kind: 'delivered' });
    expect(world.github().statuses).toEqual([]);
    expect(runs()).toMatchObject([
      {
        repository: 'acme/shop',
        name: 'Scangate',
        externalId: 'scan-1',
        conclusion: 'failure',
        annotations: [],
      },
    ]);
    expect(runs()[0]?.summary).toContain('❌ FAIL');
    expect(world.github().comments).toMatchObject([{ author: 'scan-app[bot]' }]);
  });

  test.each([
    ['success', { judged: 'PASS' as const }],
    ['neutral', { missing: ['sast' as const] }],
    ['failure', { judged: 'ERROR' as const }],
    ['cancelled', { judged: 'ERROR' as const, status: 'cancelled' as const }],
  ])('concludes %s', async (conclusion, order) => {
    await world.addApp({ comment: false });
    await world.send(await world.addScan(endedScan(1, order)));
    expect(runs().map((run) => run.conclusion)).toEqual([conclusion]);
  });

  test('shows findings at their lines, 50 in a request and the worst first', async () => {
    await world.addApp({ annotations: true, comment: false });
    const low = secretAt('src/low.js', 3, { severity: 'low' });
    const waived = secretAt('src/waived.js', 4, { suppressed: { by: 'ignore', reason: 'a sample' } });
    await world.send(
      await world.addScan(endedScan(1, { judged: 'FAIL' }), [low, waived, ...manySecrets(119)]),
    );
    const [run] = runs();
    expect(run?.annotations).toHaveLength(120);
    expect(run?.annotations[0]).toMatchObject({
      path: 'web/src/file-000.js',
      start_line: 1,
      annotation_level: 'failure',
    });
    expect(run?.annotations.at(-1)).toMatchObject({ path: 'web/src/low.js', annotation_level: 'notice' });
    const updates = world.emulator.faults
      .callCounts()
      .find(({ operation }) => operation === 'UpdateCheckRun');
    expect(updates?.calls).toBe(2);
  });

  test.each([1, 2, 3])('a lost answer to annotation request %i adds none twice', async (lost) => {
    await world.addApp({ annotations: true, comment: false });
    const scan = await world.addScan(endedScan(1, { judged: 'FAIL' }), manySecrets(130));
    const operation = lost === 1 ? 'CreateCheckRun' : 'UpdateCheckRun';
    if (lost === 3) {
      // The first update arrives, and the second one is lost.
      world.emulator.faults.inject({ service: 'github', operation, kind: 'timeout_after_success', times: 2 });
    } else
      world.emulator.faults.inject({ service: 'github', operation, kind: 'timeout_after_success', times: 1 });
    const begun = world.now;
    for (let tries = 0; tries < 5; tries += 1) {
      if ((await world.send(scan, begun)).kind === 'delivered') break;
      world.advance(600);
    }
    expect(runs()).toHaveLength(1);
    expect(new Set(runs()[0]?.annotations.map(({ path }) => path)).size).toBe(130);
    expect(runs()[0]?.annotations).toHaveLength(130);
  });

  test('a later scan has its own run, because annotations can only be added to', async () => {
    await world.addApp({ annotations: true, comment: false });
    await world.send(await world.addScan(endedScan(1, { judged: 'FAIL' }), manySecrets(2)));
    await world.send(await world.addScan(endedScan(2, { judged: 'PASS' })));
    expect(runs().map(({ externalId, annotations }) => [externalId, annotations.length])).toEqual([
      ['scan-1', 2],
      ['scan-2', 0],
    ]);
  });

  test('a key that GitHub does not know stops the checks', async () => {
    await world.addApp({ comment: false });
    world.secrets.set('sealed-app', 'no key at all');
    await world.send(await world.addScan(endedScan(1)));
    expect(world.store.all('repository')[0]?.checksStopped).toBeDefined();
  });
});

describe('a self-hosted host', () => {
  test('GitHub Enterprise and GitLab are called at the host of the repository', async () => {
    const asked: string[] = [];
    const { checkWriters } = await import('#adapters/providers/check-writers.ts');
    const fetch = async (url: string | URL) => {
      asked.push(String(url));
      return new Response('{"id":1}', { status: 201 });
    };
    const writers = checkWriters({ fetch, now: () => world.now, replaced: world.emulator.origins });
    const result = {
      conclusion: 'success',
      title: 'PASS',
      commitHash: 'a'.repeat(40),
      scanId: 's-1',
      finishedAt: '2026-03-01T12:00:00.000Z',
      text: '',
      annotations: [],
    } as const;
    const at = (api: 'github' | 'gitlab', url: string) =>
      writers.open({ api, url, fullName: 'acme/shop', credential: { secret: 'x' } }).writeResult(result);
    await at('github', 'https://git.example.com/acme/shop.git');
    await at('gitlab', 'https://git.example.com:8443/group/sub/shop');
    expect(asked).toEqual([
      `https://git.example.com/api/v3/repos/acme/shop/statuses/${'a'.repeat(40)}`,
      `https://git.example.com:8443/api/v4/projects/group%2Fsub%2Fshop/statuses/${'a'.repeat(40)}`,
    ]);
  });
});
