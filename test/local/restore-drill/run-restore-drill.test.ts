import { randomUUID } from 'node:crypto';
import { PutCommand, ScanCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toItem } from '#adapters/dynamodb/items.ts';
import { keyOf } from '#adapters/dynamodb/record-layouts.ts';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import { ledgerInOrder, newestSeal } from '#app/ledger/ledger-in-order.ts';
import type { RecordName } from '@scangate/domain/record-changes';
import { sealedThrough, sealEntries } from '@scangate/domain/ledger/seal-ledger';
import { sortKeyOf } from '@scangate/domain/ledger/ledger-view';
import { derivedId } from '@scangate/engines/model/digest';
import type { LedgerEntry } from '@scangate/domain/records';
import { restoreDrill } from '#local/restore-drill/run-restore-drill.ts';
import type { Store } from '#ports/store.ts';
import { bookRecords, plantMarks } from '#test/support/offboarding/plant-marks.ts';
import { partOfSharedDatabase } from '#test/support/store/test-database.ts';
import { testIds, write } from '#test/support/world.ts';

type Hooks = Omit<Parameters<typeof restoreDrill>[0], 'database' | 'folder'>;

const drill = async (hooks: Hooks = {}) => {
  const database = await partOfSharedDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'scangate-drill-'));
  try {
    return await restoreDrill({ database, folder, ...hooks });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const accountId = derivedId('drill', '1');
const rewritten = { accountId: derivedId('drill', '2'), pool: 'core' } as const;
const leaving = derivedId('drill', '4');
const corePool = { accountId, pool: 'core' } as const;
const scanId = derivedId('drill', accountId, 'scan');
const pool = keyOf('pool', corePool).key;
const attestation = keyOf('attestation', { organizationId: accountId, scanId, judgment: 'first' }).key;
const entry = keyOf('ledgerEntry', {
  ...corePool,
  cause: `adjust#${derivedId('drill', accountId, '1')}`,
}).key;

const change =
  (TableName: string, Key: Record<string, unknown>, [field, value]: [string, unknown]) =>
  (client: DynamoDBDocumentClient) =>
    client.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET #field = :value',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#field': field },
        ExpressionAttributeValues: { ':value': value },
      }),
    );

/** Records that the check compares with others, or that the organization has already. */
const compared = new Set<RecordName>([
  ...bookRecords,
  'pool',
  'scan',
  'attestation',
  'organization',
  'account',
]);

/** Everything that the restored account has about people and organizations, as text. */
const textOf = async (client: DynamoDBDocumentClient): Promise<string> => {
  const scans = ['restored-Core', 'restored-Tokens'].map((TableName) =>
    client.send(new ScanCommand({ TableName })),
  );
  return (await Promise.all(scans)).map(({ Items }) => JSON.stringify(Items)).join();
};

/** Marks every text of every kind of record of the organization that leaves. */
const plantedMarks = async (store: Store): Promise<string[]> => {
  const { changes, marks } = plantMarks(leaving, testIds.uuid(), 1);
  const apart = changes.filter(({ record }) => !compared.has(record));
  await Promise.all(apart.map((one) => write(store, [one]).catch(() => undefined)));
  return marks;
};

test('a restore into another account brings back every item, erases again what was erased since, and the service continues', async () => {
  const marks: string[] = [];
  const texts: string[] = [];
  const look = async (client: DynamoDBDocumentClient) => void texts.push(await textOf(client));
  const { ok, copies, violations, erasedAgain, forgottenAgain, serving, sealedSince, ...checked } =
    await drill({
      beforeBackup: async (store) => void marks.push(...(await plantedMarks(store))),
      afterRestore: look,
      afterErasure: look,
    });
  expect(violations).toEqual([]);
  expect(checked).toEqual({ pools: 8, seals: 4, attestations: 4, continued: 3, lost: expect.any(Array) });
  // Seals were signed after the backup, which the restored tables lack.
  expect(checked.lost.toSorted()).toEqual(
    [1, 2, 3]
      .map((index) => `core of ${derivedId('drill', String(index))} lacks signed seals after 1`)
      .toSorted(),
  );
  for (const { exported, restored } of Object.values(copies)) expect(restored).toEqual(exported);
  expect(copies['Ledger']?.exported.items).toBeGreaterThan(50);
  // The backup brought the marks back, and the erasure took every one of them.
  const [restored = '', erased = ''] = texts;
  const broughtBack = marks.filter((mark) => restored.includes(mark));
  expect(broughtBack.length).toBeGreaterThan(50);
  expect(broughtBack.filter((mark) => erased.includes(mark))).toEqual([]);
  expect(erasedAgain).toEqual([leaving]);
  expect(forgottenAgain).toEqual([derivedId('drill', 'removed')]);
  // The chain of each remaining organization continues after what was signed before.
  expect([ok, serving, sealedSince]).toEqual([true, 'restored', 3]);
});

/** Rewrites an entry, the balance and every seal of a pool, so that they agree with one another. */
const rewriteLedger = async (client: DynamoDBDocumentClient): Promise<void> => {
  const tableName = (table: string) => `restored-${table}`;
  const store = dynamoStore({
    client,
    tableName,
    random: () => 0,
    uuid: randomUUID,
    sleep: async () => undefined,
  });
  const entries: LedgerEntry[] = [];
  for await (const each of ledgerInOrder(store, rewritten, {})) entries.push(each);
  const forged = entries.with(1, { ...entries[1]!, amount: entries[1]!.amount + 1_000 });
  const last = (await newestSeal(store, rewritten))!;
  expect(last.number).toBe(1);
  const sealed = forged.filter((each) => sortKeyOf(each) <= sealedThrough(last));
  const seal = sealEntries(rewritten, { entries: sealed }, last.sealedAt);
  const before = (await store.get('pool', rewritten))!;
  const put = (table: string, Item: Record<string, unknown>) =>
    client.send(new PutCommand({ TableName: tableName(table), Item }));
  await put('Ledger', toItem('ledgerEntry', forged[1]!));
  await put('Ledger', toItem('ledgerSeal', seal));
  const { available, purchased } = before;
  const raised = { ...before, available: available + 1_000, purchased: purchased + 1_000 };
  await put('Core', toItem('pool', raised));
};

test('a wrong restore is reported, a rewritten ledger by its signed statements, and nothing is switched', async () => {
  const damages = [
    change('restored-Core', pool, ['available', 1]),
    change('restored-Ledger', entry, ['motif', 'another']),
    change('restored-Core', attestation, ['signature', 'MEUCIQ==']),
    rewriteLedger,
  ];
  const { ok, violations, serving } = await drill({
    afterRestore: async (client) => {
      for (const damage of damages) await damage(client);
    },
  });
  expect([ok, serving]).toEqual([false, 'drill']);
  for (const said of [/entries sum to/, /seal 1 of core of .* is not that of its entries/, /verdict of scan/])
    expect(violations).toContainEqual(expect.stringMatching(said));
  const ofRewritten = violations.filter((violation) => violation.includes(rewritten.accountId));
  expect(ofRewritten).toEqual([
    `seal 1 of core of ${rewritten.accountId} is not the one that was signed`,
    `core of ${rewritten.accountId} is not continued: seal 1 in the tables is not the one that was signed`,
  ]);
});
