import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { monthOf } from '@scangate/domain/licenses/claim-license';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Store } from '#ports/store.ts';
import { requestScan, newCommit, type ScanAnswer } from '#test/support/api/request-scan.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { newOrganization, newRepository, noon, testIds, write } from '#test/support/world.ts';
import { runs } from '#test/support/runs/samples.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const lastOfMonth = new Date('2026-03-31T23:59:59.999Z');
const firstOfNext = new Date('2026-04-01T00:00:00.000Z');

type Order = Parameters<typeof newOrganization>[1];

/** An organization with a repository of one unit and any number of people. */
const openWorld = async (
  store: Store = new MemoryStore(),
  order: Order = {},
  kind: Caller['tokenKind'] = 'personal',
) => {
  const organization = await newOrganization(store, order);
  const { repositoryId } = await newRepository(store, organization.organizationId, [['', 'npm']]);
  const person = (): Caller => ({ ...organization.as('member', kind), personId: testIds.uuid() });
  const scan = (
    caller: Caller,
    now = noon,
    { more = {}, on = store }: { more?: object; on?: typeof store } = {},
  ) => requestScan(on, { caller, request: { repositoryId, commitHash: newCommit(), ...more }, now });
  const accountId = organization.as('owner').billingAccountId;
  const used = async (now = noon) =>
    (await store.get('licenseMonth', { accountId, month: monthOf(now.toISOString()) }))?.used ?? 0;
  return { store, organization, accountId, repositoryId, person, scan, used };
};
const statusOf = ({ status, code, members }: ScanAnswer) =>
  code === undefined ? status : [status, code, members?.['remedy'], members?.['limit']];

describe('the licenses of a month', () => {
  test.each([
    ['Free', undefined, 3, 'upgrade_or_wait'],
    ['Starter', undefined, 10, 'upgrade_or_wait'],
    ['Team', 5, 5, 'buy_licenses'],
    ['Team', 8, 8, 'buy_licenses'],
    ['Regulated', 2, 2, 'buy_licenses'],
  ] as const)('%s with %s: %s people, then 402 with the remedy', async (plan, licenses, limit, remedy) => {
    const order = {
      plan,
      ...(licenses && { licenses }),
      ...(plan === 'Regulated' && { credits: { core: 50 } }),
    };
    const { person, scan, used } = await openWorld(new MemoryStore(), order, 'session');
    for (let count = 1; count <= limit; count++) expect(statusOf(await scan(person()))).toBe(201);
    expect(statusOf(await scan(person()))).toEqual([402, 'seat_license_required', remedy, limit]);
    expect(await used()).toBe(limit);
  });

  test('are unlimited on Regulated without an agreed number', async () => {
    const { person, scan, used } = await openWorld(new MemoryStore(), {
      plan: 'Regulated',
      credits: { core: 50 },
    });
    for (let count = 1; count <= 20; count++) expect(statusOf(await scan(person()))).toBe(201);
    expect(await used()).toBe(20);
  });

  test('refuse the sixth person on five until the last millisecond of the month, and admit them in the next', async () => {
    const { person, scan, used } = await openWorld();
    for (let count = 1; count <= 5; count++) await scan(person(), lastOfMonth);
    const sixth = person();
    expect(statusOf(await scan(sixth, lastOfMonth))).toEqual([
      402,
      'seat_license_required',
      'buy_licenses',
      5,
    ]);
    expect(statusOf(await scan(sixth, firstOfNext))).toBe(201);
    expect([await used(lastOfMonth), await used(firstOfNext)]).toEqual([5, 1]);
  });

  test('are counted by the month in UTC, in any time zone of the service', async () => {
    const zone = process.env['TZ'];
    try {
      for (const elsewhere of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata']) {
        process.env['TZ'] = elsewhere;
        const { person, scan, store } = await openWorld();
        await scan(person(), lastOfMonth);
        await scan(person(), firstOfNext);
        const months = (store as MemoryStore).all('licenseMonth').map(({ month, used }) => [month, used]);
        expect(months).toEqual([
          ['2026-03', 1],
          ['2026-04', 1],
        ]);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  test('serve a person who has one while others are refused, for that month only', async () => {
    const { person, scan, used } = await openWorld();
    const people = Array.from({ length: 5 }, person);
    for (const one of people) await scan(one);
    const [first] = people;
    if (!first) throw new Error('five people');
    expect(statusOf(await scan(person()))).toEqual([402, 'seat_license_required', 'buy_licenses', 5]);
    expect(statusOf(await scan(first))).toBe(201);
    expect(await used()).toBe(5);
    await scan(first, firstOfNext);
    expect(await used(firstOfNext)).toBe(1);
  });

  test('serve those who have one when there are fewer than were claimed, and nobody else', async () => {
    const { store, accountId, person, scan } = await openWorld(new MemoryStore(), { licenses: 7 });
    const people = Array.from({ length: 7 }, person);
    for (const one of people) await scan(one);
    await write(store, [{ change: 'update', record: 'account', id: { accountId }, set: { licenses: 5 } }]);
    for (const one of people) expect(statusOf(await scan(one))).toBe(201);
    expect(statusOf(await scan(person()))).toEqual([402, 'seat_license_required', 'buy_licenses', 5]);
  });
});

describe('a license is claimed', () => {
  test('with the scan and its debit, in one transaction', async () => {
    const { store, person, scan } = await openWorld(new MemoryStore(), { credits: { core: 1 } });
    const commit = vi.spyOn(store, 'commit');
    await scan(person());
    const commits = commit.mock.calls.map(([changes]) => changes.map(({ record }) => record).toSorted());
    expect(commits).toEqual([
      ['dedup', 'ledgerEntry', 'license', 'licenseMonth', 'pool', 'scan'],
      // The mail about the pool that is used up does not delay the scan.
      ['mail'],
    ]);
    const before = allRecords(store as MemoryStore);
    expect(await scan(person())).toMatchObject({ code: 'insufficient_credits' });
    expect(allRecords(store as MemoryStore)).toEqual(before);
  });

  test('neither by a retry nor by a duplicate scan', async () => {
    const { store, organization, repositoryId, person, used } = await openWorld();
    const [one, other] = [person(), person()];
    const request = { repositoryId };
    const first = await requestScan(store, { caller: one, request, key: 'k' });
    const again = await requestScan(store, { caller: other, request, key: 'k' });
    expect(again).toEqual(first);
    const equal = await requestScan(store, { caller: other, request });
    expect([equal.status, equal.body?.scanId]).toEqual([200, first.body?.scanId]);
    expect(await used()).toBe(1);
    const licenses = (store as MemoryStore).all('license');
    expect(licenses).toMatchObject([{ personId: one.personId, organizationId: organization.organizationId }]);
  });

  test('not by a request that fits no unit', async () => {
    const { store, organization, person, used } = await openWorld();
    const { repositoryId } = await newRepository(store, organization.organizationId, [['', 'source']]);
    for (let count = 1; count <= 6; count++) {
      const request = { repositoryId, commitHash: newCommit(), scanTypes: ['sca' as const] };
      expect(statusOf(await requestScan(store, { caller: person(), request }))).toContain(
        'scan_type_not_applicable',
      );
    }
    expect(await used()).toBe(0);
  });

  test('for the whole month: removing a person frees none', async () => {
    const { store, organization, person, scan, used } = await openWorld();
    const people = Array.from({ length: 5 }, person);
    for (const one of people) await scan(one);
    const { organizationId } = organization;
    const [gone] = people;
    const removed = {
      organizationId,
      personId: gone?.personId ?? '',
      email: 'x@example.com',
      role: 'member' as const,
    };
    const at = noon.toISOString();
    await write(store, [
      { change: 'insert', record: 'member', item: { ...removed, joinedAt: at, removedAt: at } },
    ]);
    expect(statusOf(await scan(person()))).toEqual([402, 'seat_license_required', 'buy_licenses', 5]);
    expect(await used()).toBe(5);
  });

  test('once per person of a parent, in any of its organizations', async () => {
    const parent = await openWorld();
    const { store, accountId } = parent;
    const clients = await Promise.all([1, 2].map(() => openWorld(store, { parent: accountId })));
    const [first, second] = clients;
    if (!first || !second) throw new Error('two clients');
    const moving = parent.person();
    const within = (client: typeof parent, caller: Caller): Caller => ({
      ...caller,
      organizationId: client.organization.organizationId,
      billingAccountId: accountId,
    });
    await parent.scan(moving);
    await first.scan(within(first, moving));
    await second.scan(within(second, moving));
    expect(await parent.used()).toBe(1);
    for (let count = 1; count <= 4; count++) await first.scan(within(first, parent.person()));
    for (const client of [first, second])
      expect(statusOf(await client.scan(within(client, parent.person())))).toEqual([
        402,
        'seat_license_required',
        'buy_licenses',
        5,
      ]);
    expect(statusOf(await parent.scan(parent.person()))).toEqual([
      402,
      'seat_license_required',
      'buy_licenses',
      5,
    ]);
  });
});

/** Holds for all answers in every order. */
const expectFair = (
  answers: readonly [personId: string, answers: ScanAnswer][],
  licensed: readonly string[],
  limit: number,
) => {
  expect(new Set(licensed).size).toBe(licensed.length);
  expect(licensed.length).toBe(Math.min(limit, new Set(answers.map(([personId]) => personId)).size));
  for (const [personId, { status, code }] of answers)
    expect([status, code]).toEqual(
      licensed.includes(personId) ? [201, undefined] : [402, 'seat_license_required'],
    );
};

describe('concurrent scans', () => {
  const picks = fc.array(fc.nat(6), { minLength: 1, maxLength: 40 });
  const people = fc.array(fc.nat(3), { minLength: 2, maxLength: 6 });

  test('give each person one license up to the limit, in every order, and admit their further scans', async () => {
    await fc.assert(
      fc.asyncProperty(picks, people, fc.nat(2), async (order, indices, before) => {
        const { store, scan, person, used } = await openWorld(new MemoryStore(), { plan: 'Free' }, 'session');
        const all = Array.from({ length: 4 }, person);
        for (let count = 0; count < before; count++) await scan(person());
        const answers: [string, ScanAnswer][] = [];
        const works = indices.map((index) => async (on: Store) => {
          const caller = all[index] ?? person();
          answers.push([caller.personId, await scan(caller, noon, { more: {}, on })]);
        });
        await interleave(store, order, works);
        const earlier = new Set(all.map(({ personId }) => personId));
        const licensed = (store as MemoryStore)
          .all('license')
          .map(({ personId }) => personId)
          .filter((personId) => earlier.has(personId));
        expectFair(answers, licensed, 3 - before);
        expect(await used()).toBe(before + licensed.length);
      }),
      { numRuns: runs(200) },
    );
  });

  describe('over DynamoDB', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await startTestDatabase();
    });
    afterAll(async () => database.stop());

    test('five of eight people get a license, and one license for two requests', async () => {
      const { scan, person, used } = await openWorld(database.store);
      const all = Array.from({ length: 8 }, person);
      const answers = await Promise.all(
        [...all, ...all].map(async (caller): Promise<[string, ScanAnswer]> => [
          caller.personId,
          await scan(caller),
        ]),
      );
      const admitted = answers.filter(([, { status }]) => status === 201).map(([personId]) => personId);
      expectFair(answers, [...new Set(admitted)], 5);
      expect(await used()).toBe(5);
    });
  });
});
