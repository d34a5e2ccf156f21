import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  type BatchGetCommandOutput,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { RecordKeys, RecordName, RecordRef } from '@scangate/domain/record-changes';
import { queuePartition, type QueuedRecord } from '@scangate/domain/due-queue';
import { Problem, Transient } from '@scangate/domain/problem';
import {
  ledgerTimeKey,
  type DuePage,
  type ListName,
  type Lists,
  type Page,
  type PageOptions,
  type ReadOptions,
  type Store,
} from '#ports/store.ts';
import type { TableName } from '#ports/tables.ts';
import { commit, type DynamoContext } from './commit-transaction.ts';
import { fromItem, readItem, type Item } from './items.ts';
import { keyOf, recordLayouts, partitionOf, prefixOf, rangeLists } from './record-layouts.ts';

const batchAttempts = 5;
const batchDelayMs = 50;

const same = (item: Item, key: Record<string, string>): boolean =>
  item['pk'] === key['pk'] && item['sk'] === key['sk'];

/** Loads records with one BatchGetItem, and repeats it for those that DynamoDB left unprocessed. */
const loadAll = async (
  refs: readonly RecordRef[],
  { consistent = false, ...reader }: ReadOptions,
  context: DynamoContext,
): Promise<unknown[]> => {
  const locations = refs.map((ref) => keyOf(ref.record, ref.id as never));
  const request: Record<string, { Keys: Record<string, string>[]; ConsistentRead: boolean }> = {};
  for (const { table, key } of locations) {
    const keys = (request[context.tableName(table)] ??= { Keys: [], ConsistentRead: consistent }).Keys;
    if (!keys.some((known) => same(known, key))) keys.push(key);
  }
  const items: Record<string, Item[]> = {};
  let pending: Record<string, unknown> | undefined = request;
  for (let attempt = 0; pending && Object.keys(pending).length > 0; attempt++) {
    if (attempt === batchAttempts) throw new Transient('the database left reads unprocessed');
    if (attempt > 0) await context.sleep(context.random() * batchDelayMs * 2 ** attempt);
    const answer: BatchGetCommandOutput = await context.client.send(
      new BatchGetCommand({ RequestItems: pending as never }),
    );
    for (const [table, some] of Object.entries(answer.Responses ?? {}))
      (items[table] ??= []).push(...(some as Item[]));
    pending = answer.UnprocessedKeys;
  }
  return locations.map(({ table, key }, index) => {
    const item = items[context.tableName(table)]?.find((candidate) => same(candidate, key));
    const ref = refs[index];
    return item && ref ? readItem(ref.record, item, { ...reader, versions: context.versions }) : undefined;
  });
};

interface Range {
  record: RecordName;
  table: TableName;
  index?: string;
  /** The attribute that holds `pk`. */
  partition: string;
  pk: string;
  /** Bounds of the sort key, both included. */
  from?: string;
  through?: string;
  sort: string;
  /** The beginning of all sort keys of the range, which cursors omit. */
  prefix: string;
  newestFirst: boolean;
  start: Record<string, string> | undefined;
}

type Bounds = Pick<Range, 'from' | 'through'>;

/** A string that sorts after every key with the prefix, and after every cause. */
const lastOf = (prefix: string): string => `${prefix}\uffff`;

const ledgerByTime = (owner: { accountId: string; pool?: string }, page: PageOptions): Range => {
  const pk = partitionOf('ledgerEntry', owner);
  const [at = '', ...cause] = page.cursor?.split(' ') ?? [];
  return {
    record: 'ledgerEntry',
    table: 'Ledger',
    index: 'byTime',
    partition: 'pk',
    pk,
    sort: 'at',
    prefix: '',
    ...(page.from !== undefined && { from: page.from }),
    ...(page.through !== undefined && { through: page.through }),
    newestFirst: page.newestFirst ?? true,
    start: page.cursor === undefined ? undefined : { pk, at, sk: cause.join(' ') },
  };
};

/** The findings of an organization in the order of their index, whose sort key ends with unit and fingerprint. */
const trackedFindings = ({ organizationId }: { organizationId: string }, page: PageOptions): Range => {
  const listedBy = page.cursor ?? '';
  const [projectUnitId = '', fingerprint = ''] = listedBy.split('#').slice(-2);
  const { key } = keyOf('trackedFinding', { organizationId, projectUnitId, fingerprint });
  return {
    record: 'trackedFinding',
    table: 'Core',
    index: 'trackedFindings',
    partition: 'listedOf',
    pk: organizationId,
    sort: 'listedBy',
    prefix: '',
    ...(page.from !== undefined && { from: page.from }),
    ...(page.through !== undefined && { through: page.through }),
    newestFirst: page.newestFirst ?? false,
    start: page.cursor === undefined ? undefined : { ...key, listedOf: organizationId, listedBy },
  };
};

type TokenList = 'tokens' | 'issuedTokens';
const isTokenList = (list: ListName): list is TokenList => list === 'tokens' || list === 'issuedTokens';

/** The owner of any other list. */
type RangeOwner = Lists[Exclude<ListName, TokenList>]['owner'];

/** The bounds of a list: everything with its prefix or, for some lists, the part that a page requests. */
const boundsOf = (list: ListName, prefix: string, page: PageOptions): Bounds => {
  const { from = '', through = '' } = ['ledger', 'auditEvents', 'seals'].includes(list) ? page : {};
  const [first, last] = [prefix + from, prefix + through];
  return { ...(first !== '' && { from: first }), ...(last !== '' && { through: lastOf(last) }) };
};

const rangeOf = (list: Exclude<ListName, TokenList>, owner: RangeOwner, page: PageOptions): Range => {
  if (list === 'ledgerByTime') return ledgerByTime(owner as Lists['ledgerByTime']['owner'], page);
  if (list === 'trackedFindings') return trackedFindings(owner as Lists['trackedFindings']['owner'], page);
  const { record, newestFirst } = rangeLists[list];
  const prefix = prefixOf(list, owner);
  const pk = partitionOf(record, owner);
  return {
    record,
    table: recordLayouts[record].table,
    partition: 'pk',
    pk,
    sort: 'sk',
    prefix,
    ...boundsOf(list, prefix, page),
    newestFirst: page.newestFirst ?? newestFirst,
    start: page.cursor === undefined ? undefined : { pk, sk: prefix + page.cursor },
  };
};

/** Makes `#pk = :pk`, and the sort key within its bounds. */
const keyCondition = (partition: string, range: Pick<Range, 'pk' | 'sort' | 'from' | 'through'>) => {
  const bounds = { ':from': range.from, ':through': range.through };
  const given = Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined));
  const [first] = Object.keys(given);
  const between = ' AND #sk BETWEEN :from AND :through';
  const operator = first === ':from' ? '>=' : '<=';
  const oneSided = first === undefined ? '' : ` AND #sk ${operator} ${first}`;
  return {
    KeyConditionExpression: `#pk = :pk${Object.keys(given).length === 2 ? between : oneSided}`,
    ExpressionAttributeNames: { '#pk': partition, ...(first !== undefined && { '#sk': range.sort }) },
    ExpressionAttributeValues: { ':pk': range.pk, ...given },
  };
};

const positionOf = (range: Range, last: Item | undefined): string | undefined => {
  if (!last) return undefined;
  const [at, sk] = [last['at'] as string, last['sk'] as string];
  if (range.index === 'trackedFindings') return last['listedBy'] as string;
  return range.index === 'byTime' ? ledgerTimeKey({ at, cause: sk }) : sk.slice(range.prefix.length);
};

/** @throws Problem invalid_cursor for a position that the database rejects, because the caller made it up. */
const query = async (input: QueryCommandInput, { client }: DynamoContext) => {
  try {
    return await client.send(new QueryCommand(input));
  } catch (error) {
    const refused = error instanceof Error && error.name === 'ValidationException';
    throw refused && input.ExclusiveStartKey ? new Problem('invalid_cursor') : error;
  }
};

/** Reads a page of a range. Its cursor is a position within the range, so it cannot lead to another owner. */
const listRange = async (range: Range, page: PageOptions, context: DynamoContext): Promise<Page<unknown>> => {
  const answer = await query(
    {
      TableName: context.tableName(range.table),
      IndexName: range.index,
      ...keyCondition(range.partition, range),
      ScanIndexForward: !range.newestFirst,
      ConsistentRead: page.consistent,
      Limit: page.limit,
      ExclusiveStartKey: range.start,
    },
    context,
  );
  const cursor = positionOf(range, answer.LastEvaluatedKey);
  return {
    items: (answer.Items ?? [])
      .map((item) => readItem(range.record, item, { ...page, versions: context.versions }))
      .filter((item) => item !== undefined),
    ...(cursor !== undefined && { cursor }),
  };
};

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
export const dynamoLoader = (context: DynamoContext): Pick<Store, 'load'> => ({
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
      : await listRange(rangeOf(list, owner as RangeOwner, page), page, context)) as never,

  listDue: async (record, shard, page = {}) => (await listDue({ record, shard, ...page }, context)) as never,

  commit: (changes, options) => commit(changes, context, options),
});
