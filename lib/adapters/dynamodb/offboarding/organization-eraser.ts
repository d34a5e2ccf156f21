import { DeleteObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import {
  BatchGetCommand,
  paginateScan,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { Transient } from '@scangate/domain/problem';
import type { ErasableRow, OrganizationEraser, RowKey, StoredRow } from '#ports/offboarding/eraser.ts';
import { failedConditionError } from '#ports/store.ts';
import { refusalRows, type TableName } from '#ports/tables.ts';
import { changeToWrite } from '../commit-transaction.ts';
import type { DynamoContext } from '../commit-transaction.ts';
import { organizationPartitions } from '../organization-partitions.ts';

export interface EraserContext extends Pick<DynamoContext, 'client' | 'tableName'> {
  s3: S3Client;
  bucket: string;
  /** The prefixes of objects of organizations. */
  prefixes: readonly string[];
}

type Item = Record<string, unknown>;
type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const rowOf = (table: TableName, { pk, sk, ...fields }: Item): StoredRow => ({
  table,
  key: { pk: String(pk), ...(sk !== undefined && { sk: String(sk) }) },
  fields,
});

const keysPerRead = 100;
const removalsAtOnce = 20;

const readExisting = async (
  rows: readonly Pick<StoredRow, 'table' | 'key'>[],
  { client, tableName }: EraserContext,
): Promise<StoredRow[]> => {
  const found: StoredRow[] = [];
  for (let start = 0; start < rows.length; start += keysPerRead) {
    const some = rows.slice(start, start + keysPerRead);
    const request = Object.fromEntries(
      [...Map.groupBy(some, ({ table }) => table)].map(([table, those]) => [
        tableName(table),
        { Keys: those.map(({ key }) => ({ ...key })), ConsistentRead: true },
      ]),
    );
    const answer = await client.send(new BatchGetCommand({ RequestItems: request }));
    if (Object.keys(answer.UnprocessedKeys ?? {}).length > 0)
      throw new Transient('the database left reads unprocessed');
    for (const table of new Set(some.map((row) => row.table)))
      found.push(...(answer.Responses?.[tableName(table)] ?? []).map((item) => rowOf(table, item)));
  }
  return found;
};

const deletion = ({ table, key, owned }: ErasableRow, tableName: EraserContext['tableName']): Write => ({
  Delete: {
    TableName: tableName(table),
    Key: { ...key },
    ...(owned && {
      ConditionExpression: '#owned = :owner',
      ExpressionAttributeNames: { '#owned': owned.field },
      ExpressionAttributeValues: { ':owner': owned.value },
    }),
  },
});

const query = async (
  { pk, prefix, after, limit }: { pk: string; prefix?: string; after?: string; limit: number },
  { client, tableName }: EraserContext,
): Promise<StoredRow[]> => {
  const answer = await client.send(
    new QueryCommand({
      TableName: tableName('Core'),
      KeyConditionExpression: prefix === undefined ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ...(prefix !== undefined && { ':prefix': prefix }) },
      ConsistentRead: true,
      Limit: limit,
      ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
    }),
  );
  return (answer.Items ?? []).map((item) => rowOf('Core', item));
};

/** Reads on from a row, partition by partition, to the next one with rows. */
const nextRows = async (
  partitions: readonly string[],
  { after, ...options }: Parameters<OrganizationEraser['rows']>[1],
  context: EraserContext,
): Promise<StoredRow[]> => {
  const from = after === undefined ? 0 : partitions.indexOf(after.pk);
  for (const pk of partitions.slice(from)) {
    const start = pk === after?.pk && after.sk !== undefined ? { after: after.sk } : {};
    const rows = await query({ ...options, ...start, pk }, context);
    if (rows.length > 0) return rows;
  }
  return [];
};

/** Lists all keys of the index, including rows that are already gone: the index lags slightly. */
const tokenKeys = async (organizationId: string, { client, tableName }: EraserContext): Promise<RowKey[]> => {
  const keys: RowKey[] = [];
  let start: Item | undefined;
  do {
    const answer = await client.send(
      new QueryCommand({
        TableName: tableName('Tokens'),
        IndexName: 'byOrganization',
        KeyConditionExpression: 'organizationId = :organization',
        ExpressionAttributeValues: { ':organization': organizationId },
        ExclusiveStartKey: start,
      }),
    );
    keys.push(...(answer.Items ?? []).map(({ pk }) => ({ pk: String(pk) })));
    start = answer.LastEvaluatedKey;
  } while (start);
  return keys;
};

/** Nothing but keys is read, which is all that the role permits of rows of others. */
const scannedKeys = async (
  { partition, sort }: { partition: string; sort: string },
  { client, tableName }: EraserContext,
): Promise<RowKey[]> => {
  const keys: RowKey[] = [];
  const pages = paginateScan(
    { client },
    {
      TableName: tableName('Core'),
      ConsistentRead: true,
      Select: 'SPECIFIC_ATTRIBUTES',
      ProjectionExpression: 'pk, sk',
      FilterExpression: 'begins_with(pk, :partition) AND begins_with(sk, :sort)',
      ExpressionAttributeValues: { ':partition': partition, ':sort': sort },
    },
  );
  for await (const { Items = [] } of pages)
    for (const { pk, sk } of Items) keys.push({ pk: String(pk), sk: String(sk) });
  return keys;
};

const removeObjects = async (keys: readonly string[], { s3, bucket }: EraserContext): Promise<void> => {
  for (let start = 0; start < keys.length; start += removalsAtOnce)
    await Promise.all(
      keys
        .slice(start, start + removalsAtOnce)
        .map((Key) => s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }))),
    );
};

const contention = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Deletes rows of one organization with the credentials of the role that may. */
export const organizationEraser = (organizationId: string, context: EraserContext): OrganizationEraser => {
  const { client, tableName, s3, bucket, prefixes } = context;
  const partitions = {
    organization: [...organizationPartitions(organizationId), `${refusalRows}${organizationId}`],
    account: [`ACCOUNT#${organizationId}`],
  };
  return {
    rows: (owner, options) => nextRows(partitions[owner], options, context),
    async tokens(limit) {
      const keys = await tokenKeys(organizationId, context);
      const rows = keys.map((key) => ({ table: 'Tokens' as const, key }));
      return (await readExisting(rows, context)).slice(0, limit);
    },
    person: (personId) => query({ pk: `PERSON#${personId}`, limit: 1_000 }, context),
    existing: (rows) => readExisting(rows, context),
    indexEntries: () => scannedKeys({ partition: 'COMPONENT#', sort: `${organizationId}#` }, context),
    async erase(rows, progress) {
      const writes = [changeToWrite(progress, { tableName }), ...rows.map((row) => deletion(row, tableName))];
      try {
        await client.send(new TransactWriteCommand({ TransactItems: writes }));
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? '');
        if (codes[0] === 'ConditionalCheckFailed')
          throw failedConditionError({ change: progress, found: undefined });
        if (codes.some((code) => contention.has(code))) throw new Transient('the rows are being written');
        throw error;
      }
    },
    async objects(limit) {
      const keys: string[] = [];
      for (const prefix of prefixes.toSorted()) {
        if (keys.length >= limit) break;
        const page = await s3.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: `${prefix}${organizationId}/`,
            MaxKeys: limit - keys.length,
          }),
        );
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
      }
      return keys;
    },
    removeObjects: (keys) => removeObjects(keys, context),
  };
};
