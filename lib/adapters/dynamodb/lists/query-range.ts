import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { RecordName, Records } from '@scangate/domain/record-changes';
import { Problem } from '@scangate/domain/problem';
import type { Scan } from '@scangate/domain/records';
import { ledgerTimeKey, type ListName, type Lists, type Page, type PageOptions } from '#ports/store.ts';
import type { TableName } from '#ports/tables.ts';
import type { DynamoContext } from '../commit-transaction.ts';
import { itemBytes } from '../item-bytes.ts';
import { readItem, type Item } from '../items.ts';
import { shardPartitions } from '../organization-partitions.ts';
import { keyOf, recordLayouts } from '../record-layouts.ts';
import { mergePages, type SortedRange } from './merge-pages.ts';
import { partitionOf, prefixOf, rangeLists } from './range-lists.ts';

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

/** A string that sorts after every key with the prefix: keys are compared in UTF-8, where an emoji comes after \uffff. */
export const lastOf = (prefix: string): string => `${prefix}\u{10ffff}`;

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

/** The lists of tokens are those of an index without their records. */
type RangeList = Exclude<ListName, 'tokens' | 'issuedTokens'>;
type RangeOwner = Lists[RangeList]['owner'];

/** The bounds of a list: everything with its prefix or, for some lists, the part that a page requests. */
const boundsOf = (list: ListName, prefix: string, page: PageOptions): Bounds => {
  const { from = '', through = '' } = ['ledger', 'auditEvents', 'seals'].includes(list) ? page : {};
  const [first, last] = [prefix + from, prefix + through];
  return { ...(first !== '' && { from: first }), ...(last !== '' && { through: lastOf(last) }) };
};

/** A list in a partition of the table. */
const rangeIn = (
  pk: string,
  { list, owner }: { list: keyof typeof rangeLists; owner: RangeOwner },
  page: PageOptions,
): Range => {
  const { record, newestFirst } = rangeLists[list];
  const prefix = prefixOf(list, owner);
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

const rangeOf = (list: RangeList, owner: RangeOwner, page: PageOptions): Range => {
  if (list === 'ledgerByTime') return ledgerByTime(owner as Lists['ledgerByTime']['owner'], page);
  if (list === 'trackedFindings') return trackedFindings(owner as Lists['trackedFindings']['owner'], page);
  return rangeIn(partitionOf(rangeLists[list].record, owner), { list, owner }, page);
};

/** Makes `#pk = :pk`, and the sort key within its bounds. */
export const keyCondition = (partition: string, range: Pick<Range, 'pk' | 'sort' | 'from' | 'through'>) => {
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
export const query = async (input: QueryCommandInput, { client }: DynamoContext) => {
  try {
    return await client.send(new QueryCommand(input));
  } catch (error) {
    const refused = error instanceof Error && error.name === 'ValidationException';
    throw refused && input.ExclusiveStartKey ? new Problem('invalid_cursor') : error;
  }
};

/** Reads stored items of a range. Their cursor is a position within the range, so it cannot lead to another owner. */
const queryRange = async (range: Range, page: PageOptions, context: DynamoContext): Promise<Page<Item>> => {
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
  return { items: answer.Items ?? [], ...(cursor !== undefined && { cursor }) };
};

/** Reads the records of a page of stored items. */
const readPage = <R extends RecordName>(
  record: R,
  stored: Page<Item>,
  { page, context }: { page: PageOptions; context: DynamoContext },
): Page<Records[R]> => ({
  ...stored,
  items: stored.items
    .map((item) => readItem(record, item, { ...page, versions: context.versions }))
    .filter((item) => item !== undefined),
});

const listRange = async (range: Range, page: PageOptions, context: DynamoContext): Promise<Page<unknown>> =>
  readPage(range.record, await queryRange(range, page, context), { page, context });

const mergedPageLimit = 100;
/** The size at which DynamoDB ends the page of a single range. */
const mergedPageBytes = 1024 * 1024;

/**
 * Reads a page of the scans of an organization, which are spread over partitions. What is read of them stays as it is stored,
 * 1 MB of each at most; only the scans of the page are inflated.
 */
const listScans = async (
  owner: Lists['scans']['owner'],
  page: PageOptions,
  context: DynamoContext,
): Promise<Page<Scan>> => {
  const { limit = mergedPageLimit, cursor, newestFirst = rangeLists.scans.newestFirst } = page;
  const ranges = shardPartitions(owner.organizationId).map((pk): SortedRange<Item> => {
    return async (part) => {
      const asked = { ...page, ...part };
      return queryRange(rangeIn(pk, { list: 'scans', owner }, asked), asked, context);
    };
  });
  const stored = await mergePages(ranges, {
    limit,
    maxBytes: mergedPageBytes,
    cursor,
    newestFirst,
    positionOf: ({ sk }) => String(sk).slice(rangeLists.scans.prefix.length),
    bytesOf: itemBytes,
  });
  return readPage('scan', stored, { page, context });
};

/** Reads a page of a list that is a range of keys, or of an index with all attributes. */
export const listRecords = async (
  list: RangeList,
  owner: RangeOwner,
  { page, context }: { page: PageOptions; context: DynamoContext },
): Promise<Page<unknown>> =>
  list === 'scans'
    ? listScans(owner as Lists['scans']['owner'], page, context)
    : listRange(rangeOf(list, owner, page), page, context);
