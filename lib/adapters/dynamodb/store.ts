import { BatchGetCommand, GetCommand, type BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { RecordKeys, RecordName, RecordRef } from '@scangate/domain/record-changes';
import { queuePartition, type QueuedRecord } from '@scangate/domain/due-queue';
import { Transient } from '@scangate/domain/problem';
import type { DuePage, ListName, Lists, Page, ReadOptions, Store } from '#ports/store.ts';
import { commit, type DynamoContext, type ReadingContext } from './commit-transaction.ts';
import { fromItem, readItem, type Item } from './items.ts';
import { keyCondition, lastOf, listRecords, query } from './lists/query-range.ts';
import { keyOf, recordLayouts } from './record-layouts.ts';

const batchAttempts = 5;
const batchDelayMs = 50;

/** The place of an item as one text. */
const placeOf = (table: string, { pk, sk = '' }: Item): string =>
  `${table} ${String(pk).length} ${String(pk)}${String(sk)}`;

/** Loads records with one BatchGetItem, and repeats it for those that DynamoDB left unprocessed. */
const loadAll = async (
  refs: readonly RecordRef[],
  { consistent = false, ...reader }: ReadOptions,
  context: ReadingContext,
): Promise<unknown[]> => {
  const locations = refs.map((ref) => keyOf(ref.record, ref.id as never));
  const places = locations.map(({ table, key }) => placeOf(context.tableName(table), key));
  const request: Record<string, { Keys: Record<string, string>[]; ConsistentRead: boolean }> = {};
  const wanted = new Set<string>();
  for (const [index, { table, key }] of locations.entries()) {
    const place = places[index] ?? '';
    if (wanted.has(place)) continue;
    wanted.add(place);
    (request[context.tableName(table)] ??= { Keys: [], ConsistentRead: consistent }).Keys.push(key);
  }
  const items = new Map<string, Item>();
  let pending: Record<string, unknown> | undefined = request;
  for (let attempt = 0; pending && Object.keys(pending).length > 0; attempt++) {
    if (attempt === batchAttempts) throw new Transient('the database left reads unprocessed');
    if (attempt > 0) await context.sleep(context.random() * batchDelayMs * 2 ** attempt);
    const answer: BatchGetCommandOutput = await context.client.send(
      new BatchGetCommand({ RequestItems: pending as never }),
    );
    for (const [table, some] of Object.entries(answer.Responses ?? {}))
      for (const item of some) items.set(placeOf(table, item), item);
    pending = answer.UnprocessedKeys;
  }
  const options = { ...reader, versions: context.versions };
  return refs.map((ref, index) => {
    const item = items.get(places[index] ?? '');
    return item && readItem(ref.record, item, options);
  });
};

type TokenList = 'tokens' | 'issuedTokens';
const isTokenList = (list: ListName): list is TokenList => list === 'tokens' || list === 'issuedTokens';

/** Reads a page of a shard of the due queue; its cursor is `dueAt`, partition and sort key. */
const listDue = async (
  { record, shard, ...page }: DuePage & { record: QueuedRecord; shard: string },
  context: DynamoContext,
): Promise<Page<unknown>> => {
  const pk = queuePartition(record, shard);
  const [dueAt = '', key = '', sk = ''] = page.cursor?.split(' ') ?? [];
  const answer = await query(
    {
      TableName: context.tableName('Core'),
      IndexName: 'dueQueue',
      ...keyCondition('dueQueue', { pk, sort: 'dueAt', ...page }),
      Limit: page.limit,
      ExclusiveStartKey: page.cursor === undefined ? undefined : { dueQueue: pk, dueAt, pk: key, sk },
    },
    context,
  );
  const last = answer.LastEvaluatedKey;
  return {
    items: (answer.Items ?? []).map((item) =>
      recordLayouts[record].identity(String(item['pk']), String(item['sk'])),
    ),
    ...(last && { cursor: ['dueAt', 'pk', 'sk'].map((name) => String(last[name])).join(' ') }),
  };
};

/** Reads tokens of an organization or a person: their keys from an index, the records from the table. */
const listTokens = async (
  owner: Lists['tokens' | 'issuedTokens']['owner'],
  page: { limit?: number; cursor?: string },
  context: DynamoContext,
): Promise<Page<unknown>> => {
  const issued = 'listedOf' in owner;
  const [index, partition, sort] = issued
    ? (['byPerson', 'listedOf', 'listedBy'] as const)
    : (['byOrganization', 'organizationId', 'createdAt'] as const);
  const pk = issued ? owner.listedOf : owner.organizationId;
  const from = issued && owner.personId !== undefined ? `${owner.personId}#` : undefined;
  const start = page.cursor?.split(' ');
  const answer = await query(
    {
      TableName: context.tableName('Tokens'),
      IndexName: index,
      ...keyCondition(partition, { pk, sort, ...(from !== undefined && { from, through: lastOf(from) }) }),
      Limit: page.limit,
      ExclusiveStartKey: start && { [partition]: pk, [sort]: start[0], pk: start[1] },
    },
    context,
  );
  const hashes = (answer.Items ?? []).map((item) => String(item['pk']));
  const refs = hashes.map((tokenHash) => ({ record: 'token', id: { tokenHash } }) as const);
  const items = refs.length > 0 ? await loadAll(refs, {}, context) : [];
  const last = answer.LastEvaluatedKey;
  return {
    items: items.filter((item) => item !== undefined),
    ...(last && { cursor: `${String(last[sort])} ${String(last['pk'])}` }),
  };
};

/** The part of the store that loads by keys. The authorizer has only this part, so that its bundle stays small. */
export const dynamoLoader = (context: ReadingContext): Pick<Store, 'load'> => ({
  load: async (refs, options) => (await loadAll(refs, options ?? {}, context)) as never,
});

/** The store on DynamoDB. Only this folder knows keys, tables and expressions. */
export const dynamoStore = (context: DynamoContext): Store => ({
  ...dynamoLoader(context),

  get: async <K extends RecordName>(record: K, id: RecordKeys[K], options?: { consistent?: boolean }) => {
    const { table, key } = keyOf(record, id);
    const answer = await context.client.send(
      new GetCommand({
        TableName: context.tableName(table),
        Key: key,
        ConsistentRead: options?.consistent ?? false,
      }),
    );
    return answer.Item && fromItem(record, answer.Item, context.versions);
  },

  list: async (list, owner, page = {}) =>
    (isTokenList(list)
      ? await listTokens(owner as Lists[TokenList]['owner'], page, context)
      : await listRecords(list, owner as Parameters<typeof listRecords>[1], { page, context })) as never,

  listDue: async (record, shard, page = {}) => (await listDue({ record, shard, ...page }, context)) as never,

  commit: (changes, options) => commit(changes, context, options),
});
