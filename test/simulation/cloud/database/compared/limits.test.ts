import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { limits } from '../limits.ts';
import { bytesOf, storedCopy, type Item } from '../values.ts';
import { sendToLocal, sendToSimulated, type Answered, type Send } from './databases.ts';
import type { DatabaseRequest } from './requests.ts';

let database: TestDatabase;
let sends: Send[];
beforeAll(async () => {
  database = await startTestDatabase();
  sends = [sendToLocal(database.client), sendToSimulated()];
});
afterAll(() => database.stop());

/** Sends a request to both databases, and returns what both say of it. */
const bothOf = async (request: DatabaseRequest, of: (answered: Answered) => unknown): Promise<unknown> => {
  const [local, simulated] = await Promise.all(sends.map(async (send) => of(await send(request))));
  expect(simulated).toEqual(local);
  return simulated;
};

const refusalOf = (answered: Answered): string => ('answer' in answered ? 'taken' : answered.refused);
const put = (Item: Item): DatabaseRequest => ({ operation: 'Put', input: { TableName: 'Core', Item } });
const keyOf = (pk: string, number: number): Item => ({ pk, sk: String(number).padStart(3, '0') });

const values: readonly unknown[] = [
  0,
  1,
  10,
  120,
  123,
  -7,
  1.5,
  0.001,
  1_000_000,
  12_345_678_901,
  -12.25,
  true,
  null,
  'é\u{1f600}',
  new Uint8Array(5),
  [],
  {},
  ['a', 1, [2]],
  { a: 'é', b: { c: [null] } },
];

test.each(values.map((value) => ({ value })))(
  'an item with $value has the bytes that DynamoDB counts',
  async ({ value }) => {
    const item = { pk: 'size', sk: 'x', value, text: '' };
    const text = 'x'.repeat(limits.itemBytes - bytesOf(storedCopy(item)));
    expect(await bothOf(put({ ...item, text }), refusalOf)).toBe('taken');
    expect(await bothOf(put({ ...item, text: `${text}x` }), refusalOf)).toBe('ValidationException');
  },
);

test('an update may not make an item too large', async () => {
  const update = {
    TableName: 'Core',
    Key: keyOf('update', 1),
    UpdateExpression: 'SET v = :v',
    ExpressionAttributeValues: { ':v': 'x'.repeat(limits.itemBytes) },
  };
  const request = { operation: 'Update', input: update } as const;
  expect(await bothOf(request, refusalOf)).toBe('ValidationException');
});

const writesOf = (pk: string, count: number, text = ''): DatabaseRequest => ({
  operation: 'TransactWrite',
  input: {
    TransactItems: Array.from({ length: count }, (_, index) => ({
      Put: { TableName: 'Core', Item: { ...keyOf(pk, index), text } },
    })),
  },
});

test('a transaction has at most 100 writes and 4 MB, and no item twice', async () => {
  expect(await bothOf(writesOf('many', 0), refusalOf)).toBe('ValidationException');
  expect(await bothOf(writesOf('many', 101), refusalOf)).toBe('ValidationException');
  expect(await bothOf(writesOf('many', 100), refusalOf)).toBe('taken');
  expect(await bothOf(writesOf('large', 10, 'x'.repeat(380_000)), refusalOf)).toBe('taken');
  expect(await bothOf(writesOf('large', 11, 'x'.repeat(390_000)), refusalOf)).toBe('ValidationException');
  const [write] = (writesOf('twice', 1).input as { TransactItems: object[] }).TransactItems;
  const twice = { operation: 'TransactWrite', input: { TransactItems: [write, write] } } as const;
  expect(await bothOf(twice, refusalOf)).toBe('ValidationException');
});

test('a transaction with a token is applied once, and the token is refused for another one', async () => {
  const [write] = (writesOf('token', 1).input as { TransactItems: { Put: { Item: Item } }[] }).TransactItems;
  const insertion = { Put: { ...write?.Put, ConditionExpression: 'attribute_not_exists(pk)' } };
  const insert = (token: string, more: object[] = []): DatabaseRequest => ({
    operation: 'TransactWrite',
    input: { TransactItems: [insertion, ...more], ClientRequestToken: token },
  });
  const token = randomUUID();
  expect(await bothOf(insert(token), refusalOf)).toBe('taken');
  expect(await bothOf(insert(token), refusalOf)).toBe('taken');
  expect(await bothOf(insert(randomUUID()), refusalOf)).toBe('TransactionCanceledException');
  const other = { Put: { TableName: 'Core', Item: keyOf('token', 2) } };
  expect(await bothOf(insert(token, [other]), refusalOf)).toBe('IdempotentParameterMismatchException');
});

const itemsOf = (answered: Answered): unknown => {
  if (!('answer' in answered)) return answered.refused;
  const { Items, LastEvaluatedKey } = answered.answer as { Items: Item[]; LastEvaluatedKey?: Item };
  return { keys: Items.map(({ pk, sk }) => [pk, sk]), LastEvaluatedKey };
};

const readOf = (answered: Answered): unknown => {
  if (!('answer' in answered)) return answered.refused;
  const { Responses, UnprocessedKeys } = answered.answer as {
    Responses: { Core: Item[] };
    UnprocessedKeys: { Core?: { Keys: Item[] } };
  };
  return [Responses.Core.length, UnprocessedKeys.Core?.Keys.length];
};

test('a page ends after its megabyte, and a batch reads 16 MB and leaves the rest', async () => {
  const count = 45;
  for (let number = 0; number < count; number += 1)
    await bothOf(
      put({ ...keyOf('pages', number), listedOf: 'l', listedBy: `${number}`, text: 'x'.repeat(390_000) }),
      refusalOf,
    );
  const input = {
    TableName: 'Core',
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'pages' },
  };
  for (const more of [{}, { ScanIndexForward: false }, { Limit: 3 }, { Limit: 2 }])
    await bothOf({ operation: 'Query', input: { ...input, ...more } }, itemsOf);
  const index = { IndexName: 'trackedFindings', KeyConditionExpression: 'listedOf = :pk' };
  const ofIndex = { ...input, ...index, ExpressionAttributeValues: { ':pk': 'l' } };
  await bothOf({ operation: 'Query', input: ofIndex }, itemsOf);
  const batch = (keys: number): DatabaseRequest => ({
    operation: 'BatchGet',
    input: { RequestItems: { Core: { Keys: Array.from({ length: keys }, (_, at) => keyOf('pages', at)) } } },
  });
  expect(await bothOf(batch(count), readOf)).toEqual([43, 2]);
  expect(await bothOf(batch(101), readOf)).toBe('ValidationException');
  const scan: DatabaseRequest = { operation: 'Scan', input: { TableName: 'Core' } };
  const isCut = (answered: Answered) => 'answer' in answered && 'LastEvaluatedKey' in answered.answer;
  expect(await bothOf(scan, isCut)).toBe(true);
}, 240_000);
