import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import type { Pool } from '@scangate/domain/records';
import { noTrend, type TrendDelta } from '@scangate/domain/tracking/trends';
import type { Store } from '#ports/store.ts';
import { startTestDatabase, type TestDatabase } from '../support/store/test-database.ts';
import { later, newOrganization, newRepository, noon, poolWith, testIds, write } from '../support/world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => database.stop());

const stores: [string, () => Store][] = [
  ['the store in memory', () => new MemoryStore()],
  ['the store over DynamoDB', () => database.store],
];

const pool = (accountId: string, available: number): Pool =>
  poolWith(accountId, 'core', { included: available });

const debit = (accountId: string, amount: number): Change => ({
  change: 'update',
  record: 'pool',
  id: { accountId, pool: 'core' },
  add: { available: -amount, consumed: amount },
  floor: { available: amount },
});

const entry = (accountId: string, cause: string): Change => ({
  change: 'insert',
  record: 'ledgerEntry',
  item: { accountId, pool: 'core', cause, at: noon.toISOString(), kind: 'consume', amount: -1 },
});

describe.each(stores)('%s', (_name, make) => {
  test('reads what was written, with the fields of the key', async () => {
    const store = make();
    const { organizationId } = await newOrganization(store);
    const repository = await newRepository(store, organizationId, [['', 'npm']]);
    const { repositoryId } = repository;
    expect(await store.get('repository', { organizationId, repositoryId })).toEqual(repository);
    const [organization, missing] = await store.load([
      { record: 'organization', id: { organizationId } },
      { record: 'scan', id: { organizationId, scanId: testIds.uuid() } },
    ] as const);
    expect(organization?.name).toBe('Test');
    expect(missing).toBeUndefined();
  });

  test('a transaction with a failed condition writes nothing and returns the stored record', async () => {
    const store = make();
    const accountId = testIds.uuid();
    await write(store, [{ change: 'insert', record: 'pool', item: pool(accountId, 2) }]);
    const refusal = await store.commit([entry(accountId, 'a'), debit(accountId, 3)]);
    expect(refusal?.change.record).toBe('pool');
    expect((refusal?.found as Pool | undefined)?.available).toBe(2);
    expect((await store.list('ledger', { accountId, pool: 'core' })).items).toEqual([]);
  });

  test('the first of several failed conditions is reported', async () => {
    const store = make();
    const accountId = testIds.uuid();
    await write(store, [
      { change: 'insert', record: 'pool', item: pool(accountId, 1) },
      entry(accountId, 'same'),
    ]);
    const refusal = await store.commit([entry(accountId, 'same'), debit(accountId, 5)]);
    expect(refusal?.change.record).toBe('ledgerEntry');
  });

  test('a count creates a counter, or adds to every number of an existing one', async () => {
    const store = make();
    const id = { organizationId: testIds.uuid(), day: '2026-01-31' };
    const count = (add: Partial<TrendDelta>, day = id.day): Change => ({
      change: 'count',
      record: 'trend',
      id: { ...id, day },
      add: { ...noTrend, ...add },
    });
    await write(store, [count({ opened: 2, high: 2 })]);
    expect(await store.get('trend', id)).toEqual({ ...id, ...noTrend, opened: 2, high: 2 });
    const missing = { ...id, day: '2026-02-01' };
    const refused = await store.commit([
      count({ opened: 1 }),
      { change: 'update', record: 'trend', id: missing, set: { opened: 1 } },
    ]);
    expect(refused?.change.change).toBe('update');
    await write(store, [count({ high: -1, fixed: 1 })]);
    expect(await store.get('trend', id)).toEqual({ ...id, ...noTrend, opened: 2, high: 1, fixed: 1 });
    const { pass: _uncounted, ...older } = { ...missing, ...noTrend };
    await write(store, [{ change: 'insert', record: 'trend', item: older }]);
    await write(store, [count({ pass: 1 }, missing.day)]);
    expect(await store.get('trend', missing)).toEqual({ ...missing, ...noTrend, pass: 1 });
  });

  test('a count sets when its counter expires', async () => {
    const store = make();
    const id = { organizationId: testIds.uuid(), day: '2026-01-31' };
    const expiresAt = '2026-02-02T00:00:00.000Z';
    const count: Change = {
      change: 'count',
      record: 'activeScans',
      id,
      add: { scans: 16 },
      set: { expiresAt },
    };
    await write(store, [count]);
    await write(store, [count]);
    expect(await store.get('activeScans', id)).toEqual({ ...id, scans: 32, expiresAt });
  });

  test('a ledger entry of the same cause is inserted once', async () => {
    const store = make();
    const accountId = testIds.uuid();
    expect(await store.commit([entry(accountId, 'once')])).toBeUndefined();
    expect(await store.commit([entry(accountId, 'once')])).toBeDefined();
    expect((await store.list('ledger', { accountId, pool: 'core' })).items).toHaveLength(1);
  });

  test('an insert replaces a record only if it meets the condition', async () => {
    const store = make();
    const id = { organizationId: testIds.uuid(), slot: 0 };
    const lease = (holder: string, freeAt: Date, now: Date): Change => ({
      change: 'insert',
      record: 'waiter',
      item: { ...id, holder, expiresAt: freeAt.toISOString() },
      replaceIf: [{ field: 'expiresAt', is: 'atMost', value: now.toISOString() }],
    });
    expect(await store.commit([lease('a', later(60), noon)])).toBeUndefined();
    expect(await store.commit([lease('b', later(90), later(30))])).toBeDefined();
    expect(await store.commit([lease('b', later(120), later(60))])).toBeUndefined();
    expect((await store.get('waiter', id))?.holder).toBe('b');
  });

  test('an update of a missing record fails and inserts nothing', async () => {
    const store = make();
    const accountId = testIds.uuid();
    expect(await store.commit([debit(accountId, 1)])).toBeDefined();
    expect(await store.get('pool', { accountId, pool: 'core' })).toBeUndefined();
  });

  test('updates set, unset and add in one write', async () => {
    const store = make();
    const { organizationId } = await newOrganization(store);
    const repository = await newRepository(store, organizationId);
    const { repositoryId } = repository;
    await write(store, [
      {
        change: 'update',
        record: 'repository',
        id: { organizationId, repositoryId },
        set: { disconnectedAt: noon.toISOString() },
        unset: ['credential'],
        add: { unitsVersion: 2 },
      },
    ]);
    const changed = await store.get('repository', { organizationId, repositoryId });
    expect(changed).toMatchObject({ disconnectedAt: noon.toISOString(), unitsVersion: 2 });
    expect(changed).not.toHaveProperty('credential');
  });

  test('a list is read page by page without loss or repetition, and has no record of another owner', async () => {
    const store = make();
    const { organizationId } = await newOrganization(store);
    const other = await newOrganization(store);
    for (let i = 0; i < 5; i++) await newRepository(store, organizationId);
    await newRepository(store, other.organizationId);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.list(
        'repositories',
        { organizationId },
        { limit: 2, ...(cursor && { cursor }) },
      );
      seen.push(...page.items.map((repository) => repository.repositoryId));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  test('tokens are listed for their organization only, with all their fields', async () => {
    const store = make();
    const organizationId = testIds.uuid();
    const item = (hash: string, owner: string, createdAt: Date) => ({
      tokenHash: hash,
      tokenId: hash,
      organizationId: owner,
      billingAccountId: owner,
      kind: 'service' as const,
      personId: testIds.uuid(),
      name: hash,
      scopes: [],
      hint: 'sgs_',
      createdAt: createdAt.toISOString(),
    });
    const mine = item('a'.repeat(64), organizationId, noon);
    await write(store, [{ change: 'insert', record: 'token', item: mine }]);
    await write(store, [
      { change: 'insert', record: 'token', item: item('b'.repeat(64), testIds.uuid(), noon) },
    ]);
    expect((await store.list('tokens', { organizationId })).items).toEqual([mine]);
  });

  test('parallel debits of a pool spend exactly the balance', async () => {
    const store = make();
    const accountId = testIds.uuid();
    await write(store, [{ change: 'insert', record: 'pool', item: pool(accountId, 20) }]);
    const attempts = Array.from({ length: 50 }, (_, i) =>
      store.commit([entry(accountId, `c${i}`), debit(accountId, 1)]),
    );
    const refused = (await Promise.all(attempts)).filter((refusal) => refusal !== undefined);
    expect(refused).toHaveLength(30);
    expect((await store.get('pool', { accountId, pool: 'core' }, { consistent: true }))?.available).toBe(0);
    expect((await store.list('ledger', { accountId, pool: 'core' })).items).toHaveLength(20);
  });
});
