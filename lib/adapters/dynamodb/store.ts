import { BatchGetCommand, GetCommand, QueryCommand, type BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Identity, RecordName, Records, Ref } from '../../domain/change.ts';
import { Transient } from '../../domain/problem.ts';
import type { ListName, Lists, Page, Store } from '../../ports/store.ts';
import { commit, type CommitContext } from './commit.ts';
import { fromItem, type Item } from './items.ts';
import { keyOf, layouts, organizationLists } from './keys.ts';

const batchAttempts = 5;
const batchDelayMs = 50;

const same = (item: Item, key: Record<string, string>): boolean =>
  item['pk'] === key['pk'] && item['sk'] === key['sk'];

/** One BatchGetItem; what DynamoDB left unprocessed is asked for again. */
const loadAll = async (
  refs: readonly Ref[],
  consistent: boolean,
  context: CommitContext,
): Promise<unknown[]> => {
  const places = refs.map((ref) => keyOf(ref.record, ref.id as never));
  const request: Record<string, { Keys: Record<string, string>[]; ConsistentRead: boolean }> = {};
  for (const { table, key } of places) {
    const keys = (request[context.tableName(table)] ??= { Keys: [], ConsistentRead: consistent }).Keys;
    if (!keys.some((known) => same(known, key))) keys.push(key);
  }
  const items: Record<string, Item[]> = {};
  let open: Record<string, unknown> | undefined = request;
  for (let attempt = 0; open && Object.keys(open).length > 0; attempt++) {
    if (attempt === batchAttempts) throw new Transient('the database left reads unprocessed');
    if (attempt > 0) await context.sleep(context.random() * batchDelayMs * 2 ** attempt);
    const answer: BatchGetCommandOutput = await context.client.send(
      new BatchGetCommand({ RequestItems: open as never }),
    );
    for (const [table, some] of Object.entries(answer.Responses ?? {}))
      (items[table] ??= []).push(...(some as Item[]));
    open = answer.UnprocessedKeys;
  }
  return places.map(({ table, key }, index) => {
    const item = items[context.tableName(table)]?.find((candidate) => same(candidate, key));
    const ref = refs[index];
    return item && ref ? fromItem(ref.record, item) : undefined;
  });
};

interface Range {
  table: 'Core' | 'Ledger';
  record: RecordName;
  pk: string;
  prefix?: string;
  forward: boolean;
}

const rangeOf = (list: ListName, owner: Lists[ListName]['owner']): Range => {
  if ('accountId' in owner) {
    return {
      table: 'Ledger',
      record: 'ledgerEntry',
      pk: `ACCOUNT#${owner.accountId}#${owner.pool}`,
      forward: true,
    };
  }
  const range = organizationLists[list];
  if (!range) throw new Error(`no such list: ${list}`);
  return { table: 'Core', pk: `ORG#${owner.organizationId}`, ...range };
};

/** A page of a range. The cursor is the last sort key, so it holds nothing that could lead to another owner. */
const listRange = async (
  { table, record, pk, prefix, forward }: Range,
  page: { limit?: number; cursor?: string },
  context: CommitContext,
): Promise<Page<unknown>> => {
  const answer = await context.client.send(
    new QueryCommand({
      TableName: context.tableName(table),
      KeyConditionExpression: prefix ? '#pk = :pk AND begins_with(#sk, :prefix)' : '#pk = :pk',
      ExpressionAttributeNames: { '#pk': 'pk', ...(prefix && { '#sk': 'sk' }) },
      ExpressionAttributeValues: { ':pk': pk, ...(prefix && { ':prefix': prefix }) },
      ScanIndexForward: forward,
      Limit: page.limit,
      ExclusiveStartKey: page.cursor === undefined ? undefined : { pk, sk: page.cursor },
    }),
  );
  const last = answer.LastEvaluatedKey?.['sk'] as string | undefined;
  return {
    items: (answer.Items ?? []).map((item) => fromItem(record, item)),
    ...(last !== undefined && { cursor: last }),
  };
};

/** Tokens of an organization: the index gives keys, the table the records. */
const listTokens = async (
  organizationId: string,
  page: { limit?: number; cursor?: string },
  context: CommitContext,
): Promise<Page<unknown>> => {
  const start = page.cursor?.split(' ');
  const answer = await context.client.send(
    new QueryCommand({
      TableName: context.tableName('Tokens'),
      IndexName: 'byOrganization',
      KeyConditionExpression: '#o = :o',
      ExpressionAttributeNames: { '#o': 'organizationId' },
      ExpressionAttributeValues: { ':o': organizationId },
      Limit: page.limit,
      ExclusiveStartKey: start && { organizationId, createdAt: start[0], pk: start[1] },
    }),
  );
  const hashes = (answer.Items ?? []).map((item) => String(item['pk']));
  const refs = hashes.map((tokenHash) => ({ record: 'token', id: { tokenHash } }) as const);
  const items = refs.length > 0 ? await loadAll(refs, false, context) : [];
  const last = answer.LastEvaluatedKey;
  return {
    items: items.filter((item) => item !== undefined),
    ...(last && { cursor: `${String(last['createdAt'])} ${String(last['pk'])}` }),
  };
};

/** The store over DynamoDB. Keys, tables and expressions are known in this folder only. */
export const dynamoStore = (context: CommitContext): Store => ({
  load: async (refs, options) => (await loadAll(refs, options?.consistent ?? false, context)) as never,

  get: async <K extends RecordName>(record: K, id: Identity[K], options?: { consistent?: boolean }) => {
    const { table, key } = keyOf(record, id);
    const answer = await context.client.send(
      new GetCommand({
        TableName: context.tableName(table),
        Key: key,
        ConsistentRead: options?.consistent ?? false,
      }),
    );
    return answer.Item && (fromItem(record, answer.Item) as Records[K]);
  },

  list: async (list, owner, page = {}) =>
    (list === 'tokens' && 'organizationId' in owner
      ? await listTokens(owner.organizationId, page, context)
      : await listRange(rangeOf(list, owner), page, context)) as never,

  dueScans: async (shard, dueAt, limit) => {
    const answer = await context.client.send(
      new QueryCommand({
        TableName: context.tableName('Core'),
        IndexName: 'open',
        KeyConditionExpression: '#open = :shard AND #dueAt <= :dueAt',
        ExpressionAttributeNames: { '#open': 'open', '#dueAt': 'dueAt' },
        ExpressionAttributeValues: { ':shard': shard, ':dueAt': dueAt },
        Limit: limit,
      }),
    );
    return (answer.Items ?? []).map((item) => layouts.scan.identity(String(item['pk']), String(item['sk'])));
  },

  commit: (changes) => commit(changes, context),
});
