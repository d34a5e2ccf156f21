import { beforeEach, describe, expect, test } from 'vitest';
import { rowOf, TicketWorld } from '#test/support/integrations/ticket-world.ts';

let world: TicketWorld;

beforeEach(async () => {
  world = await new TicketWorld().begin();
});

const states = () => world.issues.map(({ state }) => state);

describe('issues follow tracked findings', () => {
  test('one issue for each package of a unit, secret, and rule of a file', async () => {
    await world.track(rowOf('a'));
    await world.track(rowOf('b', { severity: 'critical' }));
    await world.track(rowOf('c', { projectUnitId: 'u-2' }));
    const { packageName: _n, packageVersion: _v, ...plain } = rowOf('d');
    await world.track({ ...plain, kind: 'secret', rule: 'stripe-key', file: '.env' });
    await world.track({ ...plain, fingerprint: 'e', kind: 'code', rule: 'sql', file: 'a.py' });
    await world.track({ ...plain, fingerprint: 'f', kind: 'code', rule: 'sql', file: 'a.py' });
    expect(await world.reconcile()).toEqual({});
    expect(world.issues.map(({ title }) => title.replaceAll('\u200b', '')).toSorted()).toEqual([
      '1 secret, high: .env in acme/r-1',
      '1 vulnerability, high: p1 in acme/r-1',
      '2 vulnerabilities, critical: p1 in acme/r-1',
      '2 weaknesses, high: a.py in acme/r-1',
    ]);
  });

  test('a secret of the history gets an issue, and it is closed when the secret is fixed', async () => {
    const { packageName: _n, packageVersion: _v, ...plain } = rowOf('d', { projectUnitId: 'r-1' });
    const secret = { ...plain, kind: 'secret', rule: 'stripe-key', file: '.env' } as const;
    await world.track(secret);
    await world.reconcile();
    expect(states()).toEqual(['open']);
    await world.track({ ...secret, state: 'fixed' });
    await world.reconcile();
    expect(states()).toEqual(['closed']);
  });

  test('a finding that passes the gate gets no issue, unless the settings say so', async () => {
    await world.track(rowOf('a', { severity: 'medium' }));
    await world.reconcile();
    expect(world.issues).toEqual([]);
  });

  test('the finding shows the URL of its ticket, and a URL that a person set stays', async () => {
    await world.track(rowOf('a'));
    await world.track(rowOf('b', { ticket: 'https://tickets.example.com/1' }));
    await world.reconcile();
    const rows = await world.rows();
    expect(rows.map(({ ticket, triageVersion }) => [ticket, triageVersion])).toEqual([
      ['https://github.com/acme/security/issues/1', 1],
      ['https://tickets.example.com/1', 0],
    ]);
    await world.track(rowOf('c'));
    await world.reconcile();
    expect((await world.rows())[2]?.ticket).toBe('https://github.com/acme/security/issues/1');
  });

  test.each(['fixed', 'waived'] as const)(
    'an issue is closed when its findings are %s, and reopened when they return',
    async (state) => {
      await world.track(rowOf('a'));
      await world.reconcile();
      await world.track(rowOf('a', { state }));
      await world.reconcile();
      expect(states()).toEqual(['closed']);
      expect(await world.tickets()).toMatchObject([{ state: 'closed', closedBy: 'service' }]);
      await world.track(rowOf('a'));
      await world.reconcile();
      expect(states()).toEqual(['open']);
    },
  );

  test('an unchanged tracker gets no request', async () => {
    await world.track(rowOf('a'));
    await world.reconcile();
    const { length } = world.github.calls;
    expect(await world.reconcile()).toEqual({});
    expect(world.github.calls).toHaveLength(length);
  });

  test('the text follows the findings', async () => {
    await world.track(rowOf('a'));
    await world.reconcile();
    await world.track(rowOf('b'));
    await world.reconcile();
    expect(world.issues[0]?.body).toContain('`GHSA-b`');
  });

  test('without a repository all repositories are examined', async () => {
    await world.track(rowOf('a'));
    await world.track(rowOf('b', { repositoryId: 'r-2', projectUnitId: 'u-3' }));
    await world.reconcile(10, 'everywhere');
    expect(world.issues).toHaveLength(2);
    await world.track(rowOf('b', { repositoryId: 'r-2', projectUnitId: 'u-3', state: 'fixed' }));
    await world.reconcile(10, 'everywhere');
    expect(states().toSorted()).toEqual(['closed', 'open']);
  });

  test('a filter of repositories leaves the others out', async () => {
    const filtered = await new TicketWorld().begin({ filter: { repositoryIds: ['r-2'] } });
    await filtered.track(rowOf('a'));
    await filtered.track(rowOf('b', { repositoryId: 'r-2', projectUnitId: 'u-3' }));
    await filtered.reconcile();
    await filtered.reconcile(10, 'everywhere');
    expect(filtered.issues.map(({ title }) => title.slice(-3))).toEqual(['r-2']);
  });
});

describe('people decide, too', () => {
  test('an issue that a person closed stays closed', async () => {
    await world.track(rowOf('a'));
    await world.reconcile();
    world.person('close-issue', 1);
    await world.track(rowOf('b'));
    await world.reconcile();
    expect(states()).toEqual(['closed']);
    expect(await world.tickets()).toMatchObject([{ state: 'closed', closedBy: 'person' }]);
  });

  test.each([
    ['its severity rises', { severity: 'critical' as const }],
    ['it is exploited', { knownExploited: true }],
  ])('an issue that a person closed is reopened when %s', async (_when, change) => {
    await world.track(rowOf('a'));
    await world.reconcile();
    world.person('close-issue', 1);
    await world.track(rowOf('a', change));
    await world.reconcile();
    expect(states()).toEqual(['open']);
  });

  test.each(['delete-issue', 'move-issue'])(
    'after %s there is no new issue until the finding gets worse',
    async (act) => {
      await world.track(rowOf('a'));
      await world.reconcile();
      world.person(act, 1);
      await world.track(rowOf('b'));
      await world.reconcile();
      expect(world.github.state.issues).toHaveLength(1);
      expect(await world.tickets()).toMatchObject([{ state: 'closed', closedBy: 'person' }]);
      await world.track(rowOf('b', { severity: 'critical' }));
      await world.reconcile();
      expect(world.issues).toMatchObject([{ number: 2, state: 'open' }]);
    },
  );

  test('an issue that a person reopened is closed when its findings change to none', async () => {
    await world.track(rowOf('a'));
    await world.reconcile();
    world.person('close-issue', 1);
    await world.track(rowOf('a', { title: 'Another title' }));
    await world.reconcile();
    world.person('reopen-issue', 1);
    await world.track(rowOf('a', { state: 'fixed' }));
    await world.reconcile();
    expect(states()).toEqual(['closed']);
  });
});

describe('the daily limit', () => {
  test('the worst come first, and the rest on the next day', async () => {
    world.limit = 2;
    const severity = ['high', 'critical', 'high', 'critical', 'high'] as const;
    for (const [index, one] of severity.entries())
      await world.track(rowOf(`${index}`, { severity: one, packageName: `p${index}` }));
    expect(await world.reconcile()).toEqual({ again: '2026-03-11T00:00:00.000Z' });
    expect(world.issues.map(({ title }) => /\bp\d/.exec(title)?.[0]).toSorted()).toEqual(['p1', 'p3']);
    expect(await world.reconcile()).toEqual({ again: '2026-03-11T00:00:00.000Z' });
    expect(world.issues).toHaveLength(2);
    await world.reconcile(24 * 60);
    expect(world.issues).toHaveLength(4);
    expect(await world.reconcile(24 * 60)).toEqual({});
    expect(world.issues).toHaveLength(5);
  });

  test('one run handles a limited number, and the next follows at once', async () => {
    for (let index = 0; index < 25; index++)
      await world.track(rowOf(`${index}`, { packageName: `p${index}` }));
    const { again } = await world.reconcile();
    expect(Date.parse(again ?? '') - world.now.getTime()).toBe(1000);
    await world.reconcile();
    expect(world.issues).toHaveLength(25);
  });
});
