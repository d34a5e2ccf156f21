import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  conversionOf,
  inWrittenForm,
  NewerRow,
  recordVersions,
  type Migration,
  type RecordVersions,
} from '#adapters/dynamodb/record-versions.ts';
import { keyOf } from '#adapters/dynamodb/record-layouts.ts';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Change } from '@scangate/domain/record-changes';
import { Transient } from '@scangate/domain/problem';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { poolWith, testIds } from '#test/support/world.ts';

/**
 * A version of pools that counts thousandths: code that confuses the versions is wrong by a factor of a
 * thousand.
 */
const milli = 1_000;
const scaled = (factor: number) => (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value) * factor]));
const inThousandths: Migration = {
  attributes: ['available', 'consumed'],
  up: scaled(milli),
  down: scaled(1 / milli),
};

/** The releases in order: before the version is known, when it is known, and when it is written. */
const releases: Record<'before' | 'knowing' | 'writing', RecordVersions> = {
  before: {},
  knowing: { pool: { writes: 1, steps: [inThousandths] } },
  writing: { pool: { writes: 2, steps: [inThousandths] } },
};
type Release = keyof typeof releases;
const unitOf = (release: Release): number => (release === 'writing' ? milli : 1);

describe('the versions of a row', () => {
  const row = fc.record({ available: fc.integer(), consumed: fc.integer(), other: fc.string() });

  test('upgrading and downgrading a row restores it exactly', () => {
    fc.assert(
      fc.property(row, (stored) => {
        const { written } = conversionOf('pool', stored, releases.writing);
        const newer = { ...stored, ...written };
        expect(inWrittenForm('pool', newer, releases.writing)).toEqual(
          inWrittenForm('pool', stored, releases.writing),
        );
        expect(inWrittenForm('pool', newer, releases.knowing)).toEqual(stored);
      }),
    );
  });

  test('a conversion changes only the fields of its step, and the version', () => {
    fc.assert(
      fc.property(row, (stored) => {
        const { seen, written } = conversionOf('pool', stored, releases.writing);
        expect(seen).toEqual({
          available: stored.available,
          consumed: stored.consumed,
          rowVersion: undefined,
        });
        expect(Object.keys(written)).toEqual(['available', 'consumed', 'rowVersion']);
      }),
    );
  });

  test('a version of a later release is a transient failure, and one that is not a number is damage', () => {
    expect(() => inWrittenForm('pool', { rowVersion: 2 }, releases.before)).toThrow(NewerRow);
    expect(() => inWrittenForm('pool', { rowVersion: 3 }, releases.writing)).toThrow(Transient);
    expect(() => inWrittenForm('pool', { rowVersion: 'two' }, releases.writing)).toThrow(/not a number/);
  });

  test('the first version is stored without an attribute, so that it costs nothing', () => {
    expect(inWrittenForm('pool', { available: 1 }, releases.before)).toEqual({ available: 1 });
    expect(conversionOf('pool', { rowVersion: 2, available: 5_000 }, releases.knowing).written).toMatchObject(
      {
        available: 5,
        rowVersion: undefined,
      },
    );
  });
});

test('a new version is written only after a release that reads it: no record goes beyond its steps', () => {
  for (const [record, { writes, steps }] of Object.entries(recordVersions))
    expect([record, writes >= 1 && writes <= steps.length + 1]).toEqual([record, true]);
});

describe('old and new code running side by side', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(async () => database.stop());

  const storeOf = (release: Release) =>
    dynamoStore({
      client: database.client,
      tableName: (name) => name,
      random: () => 0.5,
      uuid: randomUUID,
      sleep: async () => undefined,
      versions: releases[release],
    });
  const debit = (accountId: string, release: Release): Change => ({
    change: 'update',
    record: 'pool',
    id: { accountId, pool: 'core' },
    add: { available: -unitOf(release), consumed: unitOf(release) },
    floor: { available: unitOf(release) },
  });
  const entry = (accountId: string, cause: string): Change => ({
    change: 'insert',
    record: 'ledgerEntry',
    item: { accountId, pool: 'core', cause, at: '2026-03-01T12:00:00.000Z', kind: 'consume', amount: -1 },
  });
  const storedRow = async (accountId: string) => {
    const { key } = keyOf('pool', { accountId, pool: 'core' });
    const { Item } = await database.client.send(new GetCommand({ TableName: 'Core', Key: key }));
    return Item ?? {};
  };
  const newPool = async (included: number): Promise<string> => {
    const accountId = testIds.uuid();
    await storeOf('knowing').commit([
      { change: 'insert', record: 'pool', item: poolWith(accountId, 'core', { included }) },
    ]);
    return accountId;
  };
  const act = fc.record({
    by: fc.constantFrom<Release>('knowing', 'writing'),
    alone: fc.boolean(),
    at: fc.constantFrom('one by one', 'at once'),
  });

  test('debit a pool exactly in every order, alone and together with the ledger entries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 8 }),
        fc.array(act, { maxLength: 10 }),
        async (included, acts) => {
          const accountId = await newPool(included);
          const perform = async ({ by, alone }: (typeof acts)[number], index: number) => {
            const change = debit(accountId, by);
            const refused = await storeOf(by).commit(
              alone ? [change] : [change, entry(accountId, `consume#${index}`)],
            );
            return refused === undefined ? 1 : 0;
          };
          let debited = 0;
          const together: Promise<number>[] = [];
          for (const [index, one] of acts.entries()) {
            if (one.at === 'at once') together.push(perform(one, index));
            else debited += await perform(one, index);
          }
          debited += (await Promise.all(together)).reduce((sum, one) => sum + one, 0);
          expect(debited).toBe(Math.min(included, acts.length));
          for (const release of ['knowing', 'writing'] as const) {
            const found = await storeOf(release).get(
              'pool',
              { accountId, pool: 'core' },
              { consistent: true },
            );
            const unit = unitOf(release);
            expect([found?.available, found?.consumed]).toEqual([
              (included - debited) * unit,
              debited * unit,
            ]);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test('a release that does not know a version neither reads nor changes the row, which stays as it is', async () => {
    const accountId = await newPool(3);
    await storeOf('writing').commit([debit(accountId, 'writing')]);
    const before = await storedRow(accountId);
    expect(before).toMatchObject({ available: 2_000, rowVersion: 2 });
    const old = storeOf('before');
    const id = { accountId, pool: 'core' } as const;
    const replacing: Change = {
      change: 'insert',
      record: 'pool',
      item: poolWith(accountId, 'core', { included: 9 }),
      replaceIf: [{ field: 'available', is: 'present' }],
    };
    await expect(old.get('pool', id)).rejects.toThrow(NewerRow);
    await expect(old.load([{ record: 'pool', id }])).rejects.toThrow(NewerRow);
    for (const changes of [
      [debit(accountId, 'before')],
      [debit(accountId, 'before'), entry(accountId, 'a')],
      [replacing],
    ])
      await expect(old.commit(changes)).rejects.toThrow(NewerRow);
    expect(await storedRow(accountId)).toEqual(before);
  });

  test('a conversion keeps a debit that is written between its read and its write', async () => {
    const accountId = await newPool(3);
    const { client } = database;
    let isLate = true;
    const delayed = {
      send: async (command: { input: { UpdateExpression?: string } }) => {
        const converts = command.input.UpdateExpression?.includes('SET') && command instanceof UpdateCommand;
        if (converts && isLate && JSON.stringify(command.input).includes(':v2')) {
          isLate = false;
          await storeOf('knowing').commit([debit(accountId, 'knowing')]);
        }
        return client.send(command as never);
      },
    };
    const store = dynamoStore({
      client: delayed as never,
      tableName: (name) => name,
      random: () => 0.5,
      uuid: randomUUID,
      sleep: async () => undefined,
      versions: releases.writing,
    });
    await store.commit([debit(accountId, 'writing')]);
    expect(await storedRow(accountId)).toMatchObject({ available: 1_000, consumed: 2_000, rowVersion: 2 });
  });
});
