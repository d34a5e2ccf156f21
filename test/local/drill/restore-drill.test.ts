import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyOf } from '#adapters/dynamodb/record-layouts.ts';
import { restoreDrill } from '#local/drill/restore-drill.ts';
import { derivedId } from '@scangate/engines/model/digest';
import { partOfSharedDatabase } from '#test/support/store/test-database.ts';

const drill = async (afterRestore?: (client: DynamoDBDocumentClient) => Promise<unknown>) => {
  const database = await partOfSharedDatabase();
  const { url: endpoint, accessKeyId } = database;
  const credentials = { accessKeyId, secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials });
  const folder = mkdtempSync(join(tmpdir(), 'scangate-drill-'));
  try {
    return await restoreDrill({ database, client, folder, ...(afterRestore && { afterRestore }) });
  } finally {
    client.destroy();
  }
};

const accountId = derivedId('drill', '1');
const scanId = derivedId('drill', accountId, 'scan');
const pool = keyOf('pool', { accountId, pool: 'core' }).key;
const attestation = keyOf('attestation', { organizationId: accountId, scanId, judgment: 'first' }).key;
const entry = keyOf('ledgerEntry', {
  accountId,
  pool: 'core',
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

test('a restore brings back every item, and the ledger, its seals and the signed verdicts hold', async () => {
  const { ok, copies, violations, ...checked } = await drill();
  expect(violations).toEqual([]);
  expect(checked).toEqual({ pools: 8, seals: expect.any(Number), attestations: 4 });
  expect(checked.seals).toBeGreaterThanOrEqual(4);
  for (const { exported, restored } of Object.values(copies)) expect(restored).toEqual(exported);
  expect(copies['Ledger']?.exported.items).toBeGreaterThan(100);
  expect(ok).toBe(true);
});

test('a balance, a sealed entry and a signature that came back wrong are told', async () => {
  const damages = [
    change('restored-Core', pool, ['available', 1]),
    change('restored-Ledger', entry, ['motif', 'another']),
    change('restored-Core', attestation, ['signature', 'MEUCIQ==']),
  ];
  const { ok, violations } = await drill(async (client) => {
    for (const damage of damages) await damage(client);
  });
  expect(ok).toBe(false);
  for (const said of [/entries sum to/, /seal 1 of core/, /verdict of scan/])
    expect(violations).toContainEqual(expect.stringMatching(said));
});
