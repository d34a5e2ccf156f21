import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  checkTokens,
  endedScan,
  openCheckWorld,
  type CheckWorld,
} from '#test/support/integrations/check-world.ts';

let world: CheckWorld;
beforeEach(async () => void (world = await openCheckWorld()));
afterEach(() => world.close());

const pullRequest = { number: 12 };
const marker = '<!-- scangate:verdict -->';
const repositoryNow = () => world.store.all('repository')[0];

describe('a commit and its pull request', () => {
  test('GitHub: a commit status, and one comment that later scans edit', async () => {
    await world.addRepository('github');
    const first = await world.addScan(endedScan(1, { judged: 'FAIL', pullRequest }));
    expect(await world.send(first)).toMatchObject({ kind: 'delivered' });
    expect(world.github().statuses).toMatchObject([
      { repository: 'acme/shop', sha: 'a'.repeat(40), state: 'failure', context: 'Scangate' },
    ]);
    const fixed = await world.addScan(
      endedScan(2, { judged: 'PASS', pullRequest, commitHash: 'c'.repeat(40) }),
    );
    await world.send(fixed);
    expect(world.github().statuses.map(({ state }) => state)).toEqual(['failure', 'success']);
    expect(world.github().comments).toHaveLength(1);
    const [comment] = world.github().comments;
    expect(comment).toMatchObject({ number: 12, author: 'machine-user' });
    expect(comment?.body.startsWith(`${marker}\n✅ Check: **PASS: `)).toBe(true);
    expect(comment?.body).toContain('\n## Scangate: ✅ PASS\n');
    expect(comment?.body).toContain('c'.repeat(40));
  });

  test('GitLab: a commit status and one note, at the path with its groups', async () => {
    await world.addRepository('gitlab');
    for (const [number, judged] of [
      [1, 'FAIL'],
      [2, 'PASS'],
    ] as const)
      await world.send(await world.addScan(endedScan(number, { judged, pullRequest })));
    expect(world.gitlab().statuses.map(({ project, status }) => [project, status])).toEqual([
      ['acme/web/shop', 'failed'],
      ['acme/web/shop', 'success'],
    ]);
    expect(world.gitlab().notes).toHaveLength(1);
    expect(world.gitlab().notes[0]?.body).toContain('PASS');
  });

  test('Bitbucket: a build status and one comment without HTML', async () => {
    await world.addRepository('bitbucket');
    for (const [number, judged] of [
      [1, 'FAIL'],
      [2, 'PASS'],
    ] as const)
      await world.send(await world.addScan(endedScan(number, { judged, pullRequest })));
    expect(world.bitbucket().statuses).toMatchObject([
      {
        key: 'scangate',
        state: 'SUCCESSFUL',
        url: `https://bitbucket.org/acme/shop/commits/${'a'.repeat(40)}`,
      },
    ]);
    expect(world.bitbucket().comments).toHaveLength(1);
    const raw = world.bitbucket().comments[0]?.raw ?? '';
    expect(raw.startsWith(`[//]: # (${marker})\n`)).toBe(true);
    expect(raw).not.toContain('<details>');
  });

  test.each([
    ['github', 'pending'],
    ['gitlab', 'pending'],
    ['bitbucket', 'INPROGRESS'],
  ] as const)(
    '%s: a scan of less than the policy requires is %s, also when repeated',
    async (api, expected) => {
      await world.addRepository(api, { comment: false });
      for (const number of [1, 2])
        expect(await world.send(await world.addScan(endedScan(number, { missing: ['sast'] })))).toMatchObject(
          {
            kind: 'delivered',
            attempt: { milliseconds: 0 },
          },
        );
      const states = [
        ...world.github().statuses.map(({ state }) => state),
        ...world.gitlab().statuses.map(({ status }) => status),
        ...world.bitbucket().statuses.map(({ state }) => state),
      ];
      expect(new Set(states)).toEqual(new Set([expected]));
      expect(world.logged).toEqual([]);
    },
  );

  test.each([
    ['failed', { judged: 'ERROR' as const }, ['error', 'failed', 'FAILED']],
    [
      'canceled',
      { judged: 'ERROR' as const, status: 'cancelled' as const },
      ['error', 'canceled', 'STOPPED'],
    ],
  ])('a %s scan is not a judgment, and never green', async (_, order, expected) => {
    for (const [index, api] of (['github', 'gitlab', 'bitbucket'] as const).entries()) {
      await world.addRepository(api, { comment: false }, { repositoryId: `r-${index}` });
      const scan = endedScan(index, { ...order, repositoryId: `r-${index}` });
      await world.send(await world.addScan(scan));
    }
    expect(world.github().statuses[0]?.state).toBe(expected[0]);
    expect(world.gitlab().statuses[0]?.status).toBe(expected[1]);
    expect(world.bitbucket().statuses[0]?.state).toBe(expected[2]);
  });
});

describe('nothing is written', () => {
  test.each([
    ['when the client writes it', { order: { checksBy: undefined } }],
    ['for an artifact, whose commit is only claimed', { order: { artifact: { kind: 'sbom' as const } } }],
    ['for a base that is not proven', { order: { base: { scanId: 's-0' } } }],
    ['after checks were turned off', { more: { checks: undefined } }],
    ['after the repository was disconnected', { more: { disconnectedAt: '2026-03-10T12:00:00.000Z' } }],
  ])('%s', async (_, { order = {}, more = {} }: { order?: object; more?: object }) => {
    await world.addRepository('github', {}, more);
    const scan = await world.addScan(endedScan(1, { pullRequest, ...order }));
    expect(await world.send(scan)).toMatchObject({ kind: 'delivered' });
    expect([...world.github().statuses, ...world.github().comments]).toEqual([]);
  });

  test('for a scan that was deleted', async () => {
    await world.addRepository('github');
    expect(await world.send(endedScan(9))).toMatchObject({ kind: 'delivered' });
  });
});

describe('ordering', () => {
  test('an older scan of the same commit that is delivered late changes nothing', async () => {
    await world.addRepository('github', { comment: false });
    const older = await world.addScan(endedScan(1, { judged: 'FAIL' }));
    await world.send(await world.addScan(endedScan(2, { judged: 'PASS' })));
    await world.send(older);
    expect(world.github().statuses.map(({ state }) => state)).toEqual(['success']);
  });

  test('a narrower or canceled scan does not replace a failure', async () => {
    await world.addRepository('github', { comment: false });
    await world.send(await world.addScan(endedScan(1, { judged: 'FAIL' })));
    await world.send(await world.addScan(endedScan(2, { missing: ['sast'] })));
    await world.send(await world.addScan(endedScan(3, { judged: 'ERROR', status: 'cancelled' })));
    expect(world.github().statuses.map(({ state }) => state)).toEqual(['failure']);
  });

  test('two concurrent scans give one comment, which shows the later one', async () => {
    await world.addRepository('github');
    const scans = [
      await world.addScan(endedScan(1, { judged: 'FAIL', pullRequest })),
      await world.addScan(endedScan(2, { judged: 'PASS', pullRequest, commitHash: 'c'.repeat(40) })),
    ];
    const outcomes = await Promise.all(scans.map((scan) => world.send(scan)));
    world.advance(120);
    for (const [index, { kind }] of outcomes.entries())
      if (kind === 'later') await world.send(scans[index] ?? endedScan(0));
    expect(world.github().comments).toHaveLength(1);
    expect(world.github().comments[0]?.body).toContain('✅ PASS');
  });
});

describe('a refused credential', () => {
  test('stops the checks of that repository alone, with one mail', async () => {
    await world.addRepository('github');
    await world.addRepository('gitlab', {}, { repositoryId: 'r-2', fullName: 'acme/web' });
    world.emulator.control.perform('github', 'revoke-token', { token: checkTokens.github });
    for (const number of [1, 2])
      expect(await world.send(await world.addScan(endedScan(number, { pullRequest })))).toMatchObject({
        kind: 'delivered',
      });
    expect(repositoryNow()?.checksStopped).toMatchObject({ cause: 'credential_refused' });
    expect(world.store.all('mail')).toMatchObject([
      { kind: 'checks_stopped', facts: { repository: 'acme/shop' } },
    ]);
    expect(world.store.all('auditEvent')).toMatchObject([
      { actor: { kind: 'system' }, after: { checksStopped: 'credential_refused' } },
    ]);
    await world.send(await world.addScan(endedScan(3, { repositoryId: 'r-2' })));
    expect(world.gitlab().statuses).toHaveLength(1);
    expect(JSON.stringify([world.logged, world.store.all('mail')])).not.toContain(checkTokens.github);
  });

  test('stops nothing when the credential was replaced meanwhile', async () => {
    await world.addRepository('github', { comment: false });
    world.emulator.control.perform('github', 'revoke-token', { token: checkTokens.github });
    const open = world.secrets.get.bind(world.secrets);
    world.secrets.get = (ciphertext) => {
      void world.store.commit([
        {
          change: 'update',
          record: 'repository',
          id: { organizationId: 'o-1', repositoryId: 'r-1' },
          set: { credential: { ciphertext: 'another' } },
        },
      ]);
      return open(ciphertext);
    };
    await world.send(await world.addScan(endedScan(1)));
    expect(repositoryNow()?.checksStopped).toBeUndefined();
    expect(world.store.all('mail')).toEqual([]);
  });
});

describe('a host that is unavailable', () => {
  test('is called again when it says, and counts as no failure', async () => {
    await world.addRepository('github', { comment: false });
    const scan = await world.addScan(endedScan(1));
    world.emulator.faults.inject({ service: 'github', kind: 'throttle', times: 1 });
    expect(await world.send(scan)).toEqual({ kind: 'later', at: '2026-03-10T12:01:00.000Z' });
  });

  test('is called less and less often while it is down', async () => {
    await world.addRepository('gitlab', { comment: false });
    const scan = await world.addScan(endedScan(1));
    world.emulator.faults.inject({ service: 'gitlab', kind: 'error', times: 2 });
    expect(await world.send(scan)).toMatchObject({ kind: 'later', at: '2026-03-10T12:01:00.000Z' });
    const begun = world.now;
    world.advance(3600);
    expect(await world.send(scan, begun)).toMatchObject({ kind: 'later', at: '2026-03-10T13:30:00.000Z' });
  });

  test('a pull request that was deleted ends the delivery, and the status is still set', async () => {
    await world.addRepository('github');
    world.emulator.control.perform('github', 'delete-pull-request', { repository: 'acme/shop', number: 12 });
    const outcome = await world.send(await world.addScan(endedScan(1, { pullRequest })));
    expect(outcome).toMatchObject({ kind: 'delivered', attempt: { status: 404 } });
    expect(world.github().statuses).toHaveLength(1);
  });

  test('an API that the host does not have is reported, and nothing is sent elsewhere', async () => {
    await world.addRepository('github', { comment: false }, { url: 'https://gitlab.com/acme/shop' });
    const outcome = await world.send(await world.addScan(endedScan(1)));
    expect(outcome).toMatchObject({ kind: 'delivered', attempt: { cause: 'rejected' } });
    expect(world.emulator.faults.callCounts()).toEqual([]);
  });
});
