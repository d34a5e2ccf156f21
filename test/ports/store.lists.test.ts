import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import { queueShards } from '@scangate/domain/due-queue';
import type { Problem } from '@scangate/domain/problem';
import { listAll, ledgerTimeKey, sealPosition, type Store } from '#ports/store.ts';
import { startTestDatabase, type TestDatabase } from '../support/store/test-database.ts';
import { later, newOrganization, newRepository, poolWith, testIds, write } from '../support/world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => database.stop());

const stores: [string, () => Store][] = [
  ['the store in memory', () => new MemoryStore()],
  ['the store over DynamoDB', () => database.store],
];

const entryAt = (accountId: string, cause: string, seconds: number): Change => ({
  change: 'insert',
  record: 'ledgerEntry',
  item: { accountId, pool: 'core', cause, at: later(seconds).toISOString(), kind: 'adjust', amount: 1 },
});
const at = (seconds: number) => later(seconds).toISOString();

describe.each(stores)('%s', (_name, make) => {
  describe('the ledger by time', () => {
    const filled = async () => {
      const store = make();
      const accountId = testIds.uuid();
      const owner = { accountId, pool: 'core' };
      await write(store, [
        entryAt(accountId, 'z', 0),
        entryAt(accountId, 'a', 10),
        entryAt(accountId, 'm', 20),
      ]);
      await write(store, [entryAt(testIds.uuid(), 'other', 10)]);
      return { store, owner };
    };
    const causes = (items: readonly { cause: string }[]) => items.map(({ cause }) => cause);

    test('is newest first, or oldest first on request', async () => {
      const { store, owner } = await filled();
      expect(causes((await store.list('ledgerByTime', owner)).items)).toEqual(['m', 'a', 'z']);
      const forward = await store.list('ledgerByTime', owner, { newestFirst: false });
      expect(causes(forward.items)).toEqual(['z', 'a', 'm']);
    });

    test.each([
      ['from an instant on', { from: at(10) }, ['m', 'a']],
      ['up to and with one', { through: at(10) }, ['a', 'z']],
      ['between two', { from: at(1), through: at(19) }, ['a']],
    ])('%s', async (_which, range, expected) => {
      const { store, owner } = await filled();
      expect(causes((await store.list('ledgerByTime', owner, range)).items)).toEqual(expected);
    });

    test('continues after any entry, even with a constructed cursor', async () => {
      const { store, owner } = await filled();
      const [first] = (await store.list('ledgerByTime', owner, { limit: 1 })).items;
      const rest = await store.list('ledgerByTime', owner, { cursor: ledgerTimeKey(first!) });
      expect(causes(rest.items)).toEqual(['a', 'z']);
    });
  });

  test('a made-up cursor reveals no entry, or is rejected', async () => {
    const store = make();
    const organizationId = testIds.uuid();
    const ledger = { accountId: organizationId, pool: 'core' };
    const refused = ({ code }: Problem) => code;
    for (const cursor of ['made up', 'x', '\uffff', 'a'.repeat(700)]) {
      const told = [
        await store.list('tokens', { organizationId }, { cursor }).catch(refused),
        await store.list('repositories', { organizationId }, { cursor }).catch(refused),
        await store.list('ledgerByTime', ledger, { cursor, through: at(10) }).catch(refused),
      ];
      for (const one of told) expect([{ items: [] }, 'invalid_cursor']).toContainEqual(one);
    }
  });

  test('licenses are listed by person, within their month', async () => {
    const store = make();
    const accountId = testIds.uuid();
    const claim = (month: string, personId: string) =>
      write(store, [
        {
          change: 'insert',
          record: 'license',
          item: { accountId, month, personId, organizationId: accountId, claimedAt: `${month}-01` },
        },
      ]);
    for (const [month, person] of [
      ['2026-02', 'a'],
      ['2026-03', 'c'],
      ['2026-03', 'b'],
      ['2026-04', 'd'],
    ] as const)
      await claim(month, person);
    const owner = { accountId, month: '2026-03' };
    const { items, cursor } = await store.list('licenses', owner, { limit: 1 });
    expect(items.map(({ personId }) => personId)).toEqual(['b']);
    const rest = await store.list('licenses', owner, { cursor: cursor ?? '' });
    expect(rest.items.map(({ personId }) => personId)).toEqual(['c']);
    expect(rest.cursor).toBeUndefined();
  });

  test('seals are listed by number of any length, apart from the entries', async () => {
    const store = make();
    const accountId = testIds.uuid();
    const seal = (number: number): Change => ({
      change: 'insert',
      record: 'ledgerSeal',
      item: {
        accountId,
        pool: 'core',
        number,
        throughCause: 'a',
        throughAt: at(1),
        balance: 0,
        previousHash: 'p',
        hashes: 'h',
        sealedAt: at(2),
      },
    });
    for (const number of [2, 10, 1]) await write(store, [seal(number)]);
    await write(store, [entryAt(accountId, 'a', 0)]);
    const owner = { accountId, pool: 'core' };
    const numbers = (await store.list('seals', owner)).items.map(({ number }) => number);
    expect(numbers).toEqual([1, 2, 10]);
    const last = await store.list('seals', owner, { newestFirst: true, limit: 1 });
    expect(last.items.map(({ number }) => number)).toEqual([10]);
    const next = await store.list('seals', owner, { from: sealPosition(3), limit: 1 });
    expect(next.items.map(({ number }) => number)).toEqual([10]);
    const some = await store.list('seals', owner, { from: sealPosition(1), through: sealPosition(2) });
    expect(some.items.map(({ number }) => number)).toEqual([1, 2]);
    expect((await store.list('ledger', owner)).items).toHaveLength(1);
  });

  test('the ledger is listed by cause, or by a prefix of it', async () => {
    const store = make();
    const accountId = testIds.uuid();
    const owner = { accountId, pool: 'core' };
    const all = ['consume#s-1#a', 'consume#s-1#b', 'consume#s-10#a', 'refund#s-1#a'];
    await write(
      store,
      all.map((cause, index) => entryAt(accountId, cause, index)),
    );
    const from = 'consume#s-1#';
    const part = await store.list('ledger', owner, { from, through: `${from}\uffff` });
    expect(part.items.map(({ cause }) => cause)).toEqual(all.slice(0, 2));
    const first = await store.list('ledger', owner, { limit: 2 });
    expect(first.cursor).toBe(all[1]);
    const rest = await store.list('ledger', owner, { cursor: all[1] ?? '' });
    expect(rest.items.map(({ cause }) => cause)).toEqual(all.slice(2));
  });

  test('audit events are listed newest first, and repository names have their own list', async () => {
    const store = make();
    const { organizationId } = await newOrganization(store);
    await newRepository(store, organizationId);
    for (const seconds of [1, 3, 2]) {
      await write(store, [
        {
          change: 'insert',
          record: 'auditEvent',
          item: {
            organizationId,
            eventId: `e${seconds}`,
            at: at(seconds),
            action: 'gate.changed',
            actor: { kind: 'system' },
          },
        },
      ]);
    }
    const events = await Array.fromAsync(
      listAll(store, { list: 'auditEvents', owner: { organizationId }, limit: 2 }),
    );
    expect(events.map(({ eventId }) => eventId)).toEqual(['e3', 'e2', 'e1']);
    expect((await store.list('repositoryNames', { organizationId })).items).toHaveLength(1);
  });

  test('names of repositories continue after any name, even a missing one', async () => {
    const store = make();
    const { organizationId } = await newOrganization(store);
    const names: string[] = [];
    for (let made = 0; made < 3; made++)
      names.push((await newRepository(store, organizationId)).fullName.toLowerCase());
    names.sort();
    const first = await store.list('repositoryNames', { organizationId }, { limit: 1 });
    expect([first.items[0]?.name, first.cursor]).toEqual([names[0], names[0]]);
    const after = async (cursor: string) =>
      (await store.list('repositoryNames', { organizationId }, { cursor })).items.map(({ name }) => name);
    expect(await after(`${names[0]}-gone`)).toEqual(names.filter((name) => name > `${names[0]}-gone`));
    expect(await after(names[1] ?? '')).toEqual(names.slice(2));
  });

  test.each(['\u{1f600}/repository', '\uffee/repository', '\u{10fffd}/repository'])(
    'a name that begins with any letter is listed: %s',
    async (name) => {
      const store = make();
      const { organizationId } = await newOrganization(store);
      await write(store, [
        {
          change: 'insert',
          record: 'repositoryName',
          item: {
            organizationId,
            name,
            repositoryId: testIds.uuid(),
            connectedAt: at(0),
          },
        },
      ]);
      const { items } = await store.list('repositoryNames', { organizationId });
      expect(items.map((item) => item.name)).toEqual([name]);
    },
  );

  test('the due queue lists pools and organizations by shard and dueAt, and nothing else', async () => {
    const store = make();
    const { organizationId } = await newOrganization(store);
    const seen = async (record: 'pool' | 'organization', range: { from?: string; through?: string } = {}) => {
      const pages = await Promise.all(queueShards.map((shard) => store.listDue(record, shard, range)));
      return pages.flatMap(({ items }) => items).filter((id) => JSON.stringify(id).includes(organizationId));
    };
    expect(await seen('organization')).toEqual([{ organizationId }]);
    const both = ['core', 'sast'].map((pool) => ({ accountId: organizationId, pool }));
    const there = await seen('pool', { from: '10T12:00:00.000Z', through: '10T12:00:00.000Z' });
    expect(there).toHaveLength(2);
    expect(there).toEqual(expect.arrayContaining(both));
    expect(await seen('pool', { from: '10T12:00:00.001Z' })).toEqual([]);
    expect(await seen('pool', { through: '10T11:59:59.999Z' })).toEqual([]);
  });

  test('a shard is read page by page, even among records of the same dueAt', async () => {
    const store = make();
    const shard = '3';
    const ids = Array.from({ length: 5 }, () => `${testIds.uuid()}-3`);
    for (const accountId of ids) {
      const item = { ...poolWith(accountId, 'core'), dueAt: '31T23:59:59.999Z' };
      await write(store, [{ change: 'insert', record: 'pool', item }]);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const range = { from: '31T23:59:59.999Z', limit: 2, ...(cursor !== undefined && { cursor }) };
      const page = await store.listDue('pool', shard, range);
      seen.push(...page.items.map(({ accountId }) => accountId));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });
});
