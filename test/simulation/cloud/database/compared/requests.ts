import * as fc from 'fast-check';
import type { Item } from '../values.ts';
import {
  Bound,
  bound,
  condition,
  noKeys,
  number,
  rarely,
  scalar,
  sort,
  update,
  type Expressed,
} from './expressions.ts';

/** A request as the adapters send it, by the name of its command. */
export interface DatabaseRequest {
  operation: 'Get' | 'BatchGet' | 'Query' | 'Scan' | 'Put' | 'Update' | 'TransactWrite';
  input: object;
}

/** The beginning of all keys of partitions: a run replaces it by a text of its own. */
export const anyRun = 'RUN#';

const fields = fc.record(
  { n: number, s: scalar, count: fc.integer({ min: 0, max: 5 }), ttl: fc.constant(undefined) },
  { requiredKeys: [] },
);
/** The keys of indexes, which an item may not have. */
const indexed = {
  Core: fc.record(
    {
      dueQueue: rarely(fc.constantFrom(`${anyRun}due`), noKeys),
      dueAt: bound,
      listedOf: fc.constantFrom(`${anyRun}list`),
      listedBy: rarely(bound, noKeys),
    },
    { requiredKeys: [] },
  ),
  Ledger: fc.record({ at: rarely(bound, noKeys) }, { requiredKeys: [] }),
  Tokens: fc.record(
    { organizationId: fc.constantFrom(`${anyRun}list`), createdAt: bound, listedOf: bound, listedBy: bound },
    { requiredKeys: [] },
  ),
};
type Table = keyof typeof indexed;
const tables: readonly Table[] = ['Core', 'Ledger', 'Tokens'];

/** Keys of a run, which no other run has. */
const keyIn = (table: Table): fc.Arbitrary<Record<string, unknown>> => {
  const pk = rarely(fc.constantFrom(`${anyRun}a`, `${anyRun}b`), ['', 'p'.repeat(2049)]);
  return table === 'Tokens' ? fc.record({ pk }) : fc.record({ pk, sk: sort });
};

const shownOnFailure = fc.constantFrom({}, { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
/** Names and values that no expression uses, or that are missing. */
const attributesOf = (b: Bound, twist: number): Expressed => {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = b.attributes;
  if (twist === 1) return { ...b.attributes, ExpressionAttributeNames: { ...names, '#unused': 'x' } };
  if (twist === 2) return { ...b.attributes, ExpressionAttributeValues: { ...values, ':unused': 1 } };
  if (twist === 3) return { ...(names && { ExpressionAttributeNames: names }) };
  return b.attributes;
};
const twist = rarely(fc.constant(0), [1, 2, 3]);

const writes = fc.constantFrom(...tables).chain((TableName) => {
  const target = fc.record({ key: keyIn(TableName), shown: shownOnFailure, twist });
  const conditioned = fc.option(condition, { nil: undefined, freq: 3 });
  return fc
    .record({ target, conditioned, fields, indexed: indexed[TableName], update, kind: fc.nat(9) })
    .map(({ target: { key, shown, twist: twisted }, kind, ...given }) => {
      const b = new Bound();
      const ConditionExpression = given.conditioned?.(b);
      const conditionPart = {
        ...(ConditionExpression !== undefined && { ConditionExpression, ...shown }),
      };
      const common = { TableName, ...conditionPart };
      if (kind < 4) {
        const Item = { ...given.fields, ...given.indexed, ...key };
        return { Put: { ...common, Item, ...attributesOf(b, twisted) } };
      }
      if (kind < 8) {
        const UpdateExpression = given.update(b);
        return { Update: { ...common, Key: key, UpdateExpression, ...attributesOf(b, twisted) } };
      }
      if (kind < 9 || ConditionExpression === undefined)
        return { Delete: { ...common, Key: key, ...attributesOf(b, twisted) } };
      return { ConditionCheck: { ...common, Key: key, ...attributesOf(b, twisted) } };
    });
});

const singleWrite: fc.Arbitrary<DatabaseRequest> = fc
  .tuple(writes, fc.boolean())
  .filter(([write]) => 'Put' in write || 'Update' in write)
  .map(([{ Put, Update }, returns]) =>
    Update
      ? { operation: 'Update', input: { ...Update, ...(returns && { ReturnValues: 'ALL_NEW' }) } }
      : { operation: 'Put', input: Put ?? {} },
  );

/** The item of a write: a transaction has each once. */
const placeOf = (write: object): string => {
  const [{ TableName, Item, Key }] = Object.values(write) as [{ TableName: string; Item?: Item; Key?: Item }];
  const { pk, sk } = Item ?? Key ?? {};
  return JSON.stringify([TableName, pk, TableName === 'Tokens' ? '' : sk]);
};

const transaction: fc.Arbitrary<DatabaseRequest> = fc
  .uniqueArray(writes, { minLength: 1, maxLength: 4, selector: placeOf })
  .map((TransactItems) => ({ operation: 'TransactWrite', input: { TransactItems } }));

const consistent = fc.constantFrom({}, { ConsistentRead: true }, { ConsistentRead: false });

/** Changes of keys, which no update may make, and of an attribute twice. */
const wrongUpdate: fc.Arbitrary<DatabaseRequest> = fc
  .tuple(keyIn('Core'), fc.constantFrom('SET #a = :a', 'SET n = :a REMOVE n'), fc.constantFrom('pk', 'sk'))
  .map(([Key, UpdateExpression, name]) => ({
    operation: 'Update',
    input: {
      TableName: 'Core',
      Key,
      UpdateExpression,
      ...(UpdateExpression.includes('#a') && { ExpressionAttributeNames: { '#a': name } }),
      ExpressionAttributeValues: { ':a': 'x' },
    },
  }));

const get: fc.Arbitrary<DatabaseRequest> = fc.constantFrom(...tables).chain((TableName) =>
  fc.tuple(keyIn(TableName), consistent).map(([Key, read]) => ({
    operation: 'Get' as const,
    input: { TableName, Key, ...read },
  })),
);

const batchGet: fc.Arbitrary<DatabaseRequest> = fc
  .tuple(fc.array(keyIn('Core'), { maxLength: 5 }), fc.array(keyIn('Tokens'), { maxLength: 2 }))
  .map(([core, tokens]) => ({
    operation: 'BatchGet',
    input: {
      RequestItems: {
        Core: { Keys: core, ConsistentRead: true },
        ...(tokens.length > 0 && { Tokens: { Keys: tokens, ConsistentRead: true } }),
      },
    },
  }));

/** The tables and indexes that are queried, with their keys and the partitions that a run may ask for. */
const ranges = [
  { TableName: 'Core', hash: 'pk', sort: 'sk', partitions: [`${anyRun}a`, `${anyRun}b`] },
  { TableName: 'Ledger', hash: 'pk', sort: 'sk', partitions: [`${anyRun}a`] },
  {
    TableName: 'Ledger',
    IndexName: 'byTime',
    hash: 'pk',
    sort: 'at',
    partitions: [`${anyRun}a`, `${anyRun}b`],
  },
  { TableName: 'Core', IndexName: 'dueQueue', hash: 'dueQueue', sort: 'dueAt', partitions: [`${anyRun}due`] },
  {
    TableName: 'Core',
    IndexName: 'trackedFindings',
    hash: 'listedOf',
    sort: 'listedBy',
    partitions: [`${anyRun}list`],
  },
  {
    TableName: 'Tokens',
    IndexName: 'byOrganization',
    hash: 'organizationId',
    sort: 'createdAt',
    partitions: [`${anyRun}list`],
  },
] as const;

const keyCondition = fc.oneof(
  fc.constant<{ from?: string; through?: string; prefix?: string }>({}),
  fc.record({ from: bound, through: bound }),
  fc.record({ from: bound }),
  fc.record({ through: bound }),
  fc.record({ prefix: rarely(fc.constantFrom('A', 'A#', 'A#2', 'q'), noKeys) }),
);

const keyText = (
  b: Bound,
  { hash, sort: range, partition }: { hash: string; sort: string; partition: string },
  { from, through, prefix }: { from?: string; through?: string; prefix?: string },
): string => {
  const first = `${b.name(hash)} = ${b.value(partition)}`;
  if (prefix !== undefined) return `${first} AND begins_with(${b.name(range)}, ${b.value(prefix)})`;
  if (from !== undefined && through !== undefined)
    return `${first} AND ${b.name(range)} BETWEEN ${b.value(from)} AND ${b.value(through)}`;
  if (from !== undefined) return `${first} AND ${b.name(range)} >= ${b.value(from)}`;
  return through === undefined ? first : `${first} AND ${b.name(range)} <= ${b.value(through)}`;
};

const query: fc.Arbitrary<DatabaseRequest> = fc
  .record({
    range: fc.constantFrom(...ranges),
    within: keyCondition,
    partition: fc.nat(1),
    limit: rarely(fc.constantFrom(undefined, 1, 2, 3), [0]),
    start: fc.option(fc.tuple(keyIn('Core'), bound, rarely(fc.constant(0), [1, 2])), {
      nil: undefined,
      freq: 4,
    }),
    forward: fc.constantFrom(undefined, true, false),
    read: consistent,
    twist,
  })
  .map(({ range, within, partition, limit, start, forward, read, twist: twisted }) => {
    const b = new Bound();
    const { TableName, hash, sort: name, partitions } = range;
    const IndexName = 'IndexName' in range ? range.IndexName : undefined;
    const of = partitions[partition % partitions.length] ?? '';
    const KeyConditionExpression = keyText(b, { hash, sort: name, partition: of }, within);
    return {
      operation: 'Query' as const,
      input: {
        TableName,
        IndexName,
        KeyConditionExpression,
        ...attributesOf(b, twisted),
        ScanIndexForward: forward,
        Limit: limit,
        ...(IndexName === undefined && read),
        ...(start && { ExclusiveStartKey: startKey(start, { table: TableName, hash, sort: name, of }) }),
      },
    };
  });

/** A key of the range as a cursor says it, or one with an attribute too many or too few. */
const startKey = (
  [key, at, wrong]: readonly [Item, string, number],
  { table, hash, sort: name, of }: { table: string; hash: string; sort: string; of: string },
): Item => {
  // DynamoDB Local takes keys of any length as a start, and in an index any key, where DynamoDB takes only possible ones.
  const isPossible = name === 'sk' && String(key['pk']).length < 2_048 && String(key['sk']).length < 500;
  const { pk, sk } = isPossible ? key : { pk: of, sk: 'B' };
  const whole: Record<string, unknown> = { pk, ...(table !== 'Tokens' && { sk }), [hash]: of };
  if (name !== 'sk') whole[name] = at;
  if (wrong === 1) whole['more'] = 'x';
  if (wrong === 2) delete whole['pk'];
  return whole;
};

const scan: fc.Arbitrary<DatabaseRequest> = fc
  .record({
    TableName: fc.constantFrom(...tables),
    projects: fc.boolean(),
    Limit: fc.constantFrom(undefined, 3),
  })
  .map(({ TableName, projects, Limit }) => ({
    operation: 'Scan',
    input: {
      TableName,
      Limit,
      ConsistentRead: true,
      FilterExpression: 'begins_with(pk, :partition)',
      ExpressionAttributeValues: { ':partition': `${anyRun}a` },
      ...(projects && {
        Select: 'SPECIFIC_ATTRIBUTES',
        ProjectionExpression: TableName === 'Tokens' ? 'pk' : 'pk, sk',
      }),
    },
  }));

/** Requests over a few keys, most of which the database takes. */
export const requests: fc.Arbitrary<DatabaseRequest[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: singleWrite },
    { weight: 6, arbitrary: transaction },
    { weight: 1, arbitrary: wrongUpdate },
    { weight: 2, arbitrary: get },
    { weight: 2, arbitrary: batchGet },
    { weight: 5, arbitrary: query },
    { weight: 1, arbitrary: scan },
  ),
  { minLength: 10, maxLength: 30 },
);
