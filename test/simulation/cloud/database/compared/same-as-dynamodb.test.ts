import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '#test/support/runs/samples.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { isBefore, type Item } from '../values.ts';
import { sendToLocal, sendToSimulated, type Answered, type Send } from './databases.ts';
import { anyRun, requests, type DatabaseRequest } from './requests.ts';

let database: TestDatabase;
let local: Send;
let simulated: Send;
beforeAll(async () => {
  database = await startTestDatabase();
  local = sendToLocal(database.client);
  simulated = sendToSimulated();
});
afterAll(() => database.stop());

/** The items of answers have no order of their own unless they are sorted by their keys. */
const sorted = (items: readonly unknown[]): unknown[] =>
  items
    .map((item) => ({ item, text: JSON.stringify(Object.entries(item as Item).toSorted()) }))
    .toSorted((a, b) => (isBefore(a.text, b.text) ? -1 : 1))
    .map(({ item }) => item);

/** Reads every page of a request that begins at the beginning. */
const allPages = async (send: Send, { operation, input }: DatabaseRequest): Promise<Answered> => {
  const items: unknown[] = [];
  let from: unknown;
  do {
    const page = await send({
      operation,
      input: { ...input, ...(from !== undefined && { ExclusiveStartKey: from }) },
    });
    if (!('answer' in page)) return page;
    items.push(...(page.answer['Items'] as unknown[]));
    from = page.answer['LastEvaluatedKey'];
  } while (from !== undefined);
  return { answer: { Items: sorted(items) } };
};

/** An answer without what a database may decide for itself. */
const answerOf = async (send: Send, request: DatabaseRequest): Promise<Answered> => {
  const { operation, input } = request;
  const { IndexName, ExclusiveStartKey: start } = input as { IndexName?: string; ExclusiveStartKey?: Item };
  const isUnordered = operation === 'Scan' || IndexName !== undefined;
  if (isUnordered && !start) return allPages(send, request);
  const answered = await send(request);
  if (!('answer' in answered)) return answered;
  const { Items, LastEvaluatedKey, Item, Attributes, Responses, UnprocessedKeys } = answered.answer;
  if (isUnordered) return { answer: {} };
  const batches = Object.entries((Responses ?? {}) as Record<string, unknown[]>);
  return {
    answer: {
      Items,
      LastEvaluatedKey,
      Item,
      Attributes,
      UnprocessedKeys,
      Responses: Object.fromEntries(batches.map(([table, found]) => [table, sorted(found)])),
    },
  };
};

const plainly = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_name, one: unknown) => (one instanceof Uint8Array ? [...one] : one)) ?? 'null',
  );

/** The partitions of one run are not those of another one, nor are the lists of its indexes. */
const ofRun = <T>(value: T, run: string): T => {
  if (typeof value === 'string') return value.replaceAll(anyRun, run) as T;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((one) => ofRun(one, run)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, ofRun(one, run)])) as T;
};

test('the simulated database answers and refuses as DynamoDB Local does', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(requests, async (all) => {
      run += 1;
      for (const request of all.map((one) => ofRun(one, `${run}#`))) {
        const [expected, actual] = [await answerOf(local, request), await answerOf(simulated, request)];
        if (isDeepStrictEqual(plainly(actual), plainly(expected))) continue;
        expect({ request, ...actual }).toEqual({ request, ...expected });
      }
    }),
    { numRuns: runs(800) },
  );
}, 600_000);
