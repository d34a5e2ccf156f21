import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { NewOrganization } from '@scangate/domain/accounts/provision-organization';
import type { Store } from '#ports/store.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newCommit, requestScan } from '#test/support/api/request-scan.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { newOrganization, newRepository, noon } from '#test/support/world.ts';

type Organization = Awaited<ReturnType<typeof newOrganization>>;
let parent: Organization;
let client: Organization;
let repositoryId: string;

const units = [
  ['', 'npm'],
  ['api', 'npm'],
  ['web', 'npm'],
] as const;

afterEach(() => void vi.restoreAllMocks());
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.setSystemTime(noon);
  resetWorld();
  await open();
});

const open = async (order: Partial<NewOrganization> = {}): Promise<void> => {
  parent = await newOrganization(world.store, { plan: 'Team', ...order });
  client = await newOrganization(world.store, { plan: 'Team', parent: parent.organizationId });
  ({ repositoryId } = await newRepository(
    world.store,
    client.organizationId,
    units.map(([path, type]) => [path, type]),
  ));
};

const set = (body: object, { caller = parent.as('admin'), organizationId = client.organizationId } = {}) =>
  call('set-budget', { caller, params: { organizationId }, body });
const list = async () =>
  (await call('list-budgets', { caller: parent.as('owner') })).body['items'] as Record<string, unknown>[];
const scan = (store: Store = world.store, now = noon, type: 'sca' | 'sast' = 'sca') =>
  requestScan(store, {
    caller: client.as('member'),
    request: { repositoryId, commitHash: newCommit(), scanTypes: [type] },
    now,
  });
const mails = () => world.store.all('mail').filter(({ kind }) => kind === 'budget_reached');

describe('the budget of a client organization', () => {
  test('refuses what exceeds its hard limit, and a refund makes room again', async () => {
    expect((await set({ core: { hard: 7 } })).body).toMatchObject({ core: { hard: 7 }, used: { core: 0 } });
    const first = await scan();
    expect([first.status, (await scan()).status]).toEqual([201, 201]);
    expect(await scan()).toMatchObject({
      status: 402,
      code: 'budget_exhausted',
      members: { pool: 'core', limit: 7, used: 6, required: 3, month: '2026-03' },
    });
    expect(await list()).toMatchObject([{ name: 'Test', core: { hard: 7 }, used: { core: 6, sast: 0 } }]);
    const quote = await call('quote-scan', {
      caller: client.as('member'),
      body: { repositoryId, commitHash: newCommit(), scanTypes: ['sca'] },
    });
    expect(JSON.stringify(quote.body)).toContain('budget_exhausted');
    const params = { scanId: first.body?.scanId ?? '' };
    await call('cancel-scan', { caller: client.as('member'), params });
    expect(await list()).toMatchObject([{ used: { core: 3 } }]);
    expect((await scan()).status).toBe(201);
  });

  test('of 0 refuses the first scan of a month, and the parent continues', async () => {
    await set({ core: { hard: 0 } });
    expect(await scan()).toMatchObject({ code: 'budget_exhausted', members: { used: 0 } });
    expect(world.store.all('scan')).toEqual([]);
    const own = await newRepository(world.store, parent.organizationId, [['', 'npm']]);
    const request = { repositoryId: own.repositoryId, commitHash: newCommit() };
    expect((await requestScan(world.store, { caller: parent.as('owner'), request })).status).toBe(201);
  });

  test('sends one mail a month at its soft limit, and continues', async () => {
    await set({ core: { soft: 5, hard: 100 } });
    await scan();
    expect(mails()).toEqual([]);
    const second = await scan();
    expect(mails()).toMatchObject([
      {
        accountId: parent.organizationId,
        facts: { organization: client.organizationId, pool: 'core', month: '2026-03', limit: 5 },
      },
    ]);
    const params = { scanId: second.body?.scanId ?? '' };
    await call('cancel-scan', { caller: client.as('member'), params });
    expect([(await scan()).status, (await scan()).status, mails().length]).toEqual([201, 201, 1]);
    const april = new Date('2026-04-01T00:00:00.000Z');
    for (let count = 0; count < 2; count++) expect((await scan(world.store, april)).status).toBe(201);
    expect(mails().map(({ facts }) => facts['month'])).toEqual(['2026-03', '2026-04']);
  });

  test('is never exceeded by concurrent scans, and its mail is sent once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(6), { minLength: 1, maxLength: 40 }), async (picks) => {
        world.store = new MemoryStore();
        await open();
        await set({ core: { soft: 4, hard: 8 } });
        const statuses: number[] = [];
        await interleave(
          world.store,
          picks,
          [1, 2, 3, 4].map(() => async (over: Store) => void statuses.push((await scan(over)).status)),
        );
        expect(statuses.toSorted()).toEqual([201, 201, 402, 402]);
        expect(await list()).toMatchObject([{ used: { core: 6 } }]);
        expect(mails()).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  });

  test('sends its mail when two scans reach its soft limit together, and neither alone', async () => {
    await set({ core: { soft: 9 } });
    await scan();
    await interleave(
      world.store,
      [0],
      [1, 2].map(() => async (store: Store) => void (await scan(store))),
    );
    expect(world.store.all('clientUsage')).toMatchObject([{ core: 9, notified: ['core'] }]);
    expect(mails()).toHaveLength(1);
  });

  test('records the mails of both pools, whose soft limits are reached in one scan', async () => {
    const order = { plan: 'Team', licenses: 5, sastAddon: 'team' } as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(6), { minLength: 1, maxLength: 40 }), async (picks) => {
        world.store = new MemoryStore();
        await open(order);
        await set({ core: { soft: 4 }, sast: { soft: 1 } });
        expect((await scan()).status).toBe(201);
        const scanOf = (type: 'sca' | 'sast') => async (over: Store) =>
          expect((await scan(over, noon, type)).status).toBe(201);
        await interleave(world.store, picks, [scanOf('sca'), scanOf('sast')]);
        for (const type of ['sca', 'sast'] as const)
          expect((await scan(world.store, noon, type)).status).toBe(201);
        expect(
          mails()
            .map(({ facts }) => facts['pool'])
            .toSorted(),
        ).toEqual(['core', 'sast']);
      }),
      { numRuns: 40 },
    );
  });

  test('is removed by a body without pools, and each change is audited', async () => {
    await set({ core: { hard: 7 }, sast: { soft: 1 } });
    await set({ core: { hard: 7 }, sast: { soft: 1 } });
    expect((await set({})).body).toMatchObject({ used: { core: 0, sast: 0 } });
    expect(await list()).toEqual([]);
    const changes = world.store.all('auditEvent').filter(({ action }) => action === 'budget.changed');
    expect(changes.map(({ after }) => after?.['budget'])).toEqual([
      { core: { hard: 7 }, sast: { soft: 1 } },
      null,
    ]);
  });

  test.each([
    [{ core: { soft: 5, hard: 4 } }, 422],
    [{ core: { hard: -1 } }, 422],
    [{ core: { hard: 1.5 } }, 422],
    [{ other: {} }, 422],
    [{ core: {} }, 200],
  ])('%j: %i', async (body, status) => {
    expect((await set(body)).status).toBe(status);
  });

  test('is set by the parent, for its own clients only', async () => {
    const other = await newOrganization(world.store, { plan: 'Team' });
    for (const organizationId of [parent.organizationId, other.organizationId])
      expect((await set({ core: { hard: 1 } }, { organizationId })).status).toBe(404);
    const refused = await set({ core: { hard: 1 } }, { caller: client.as('owner') });
    expect(refused.body['code']).toBe('managed_by_parent');
    for (const role of ['billing', 'member'] as const)
      expect((await set({}, { caller: parent.as(role) })).status).toBe(403);
  });
});
