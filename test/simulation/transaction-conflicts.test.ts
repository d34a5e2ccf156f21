import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { renewAccount } from '#app/billing/change-account.ts';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import { Transient } from '@scangate/domain/problem';
import { provisionAccount } from '../support/billing/accounts.ts';
import { startTestDatabase, type TestDatabase } from '../support/store/test-database.ts';
import { violationsOf } from '../support/billing/money-invariants.ts';
import { callerOf, create, openBillingWorld, type BillingWorld } from '../models/billing-world.ts';
import type { ScanRequest } from '../models/scan-model.ts';
import { readAll } from '../models/read-world.ts';
import { newScan } from '../support/scans/workflow.ts';
import { noon, testIds, write } from '../support/world.ts';

/** DynamoDB Local never refuses a transaction for being in another's way; the real one does, so it is made to. */

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => database.stop());

type Answered = 'conflict' | 'lost' | 'both';
interface Disturbance {
  /** What becomes of the n-th write, from 1. */
  of: (nth: number) => Answered | undefined;
  writes: number;
}
let disturbance: Disturbance | undefined;
afterEach(() => (disturbance = undefined));

const metadata = { $metadata: {} };
const conflictOf = (input: { TransactItems?: object[] }, alsoRefused: boolean): Error => {
  if (!input.TransactItems) return new TransactionConflictException({ ...metadata, message: 'in conflict' });
  const CancellationReasons = input.TransactItems.map((_item, index) => {
    if (index === 0) return { Code: 'TransactionConflict' };
    return { Code: alsoRefused ? 'ConditionalCheckFailed' : 'None' };
  });
  return new TransactionCanceledException({ ...metadata, message: 'cancelled', CancellationReasons });
};

/** Where an answer comes in: what is thrown here looks to the SDK as if the service had said it. */
const disturb = (client: DynamoDBDocumentClient): void =>
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const isWrite = /^(Put|Update|TransactWrite)/.test(String(context['commandName']));
      const answered = isWrite && disturbance ? disturbance.of(++disturbance.writes) : undefined;
      const input = args.input as { TransactItems?: object[] };
      if (answered === 'conflict' || answered === 'both') throw conflictOf(input, answered === 'both');
      const answer = await next(args);
      if (answered === 'lost') throw Object.assign(new Error('nothing came back'), { name: 'TimeoutError' });
      return answer;
    },
    { step: 'deserialize', priority: 'high' },
  );
beforeAll(() => disturb(database.client));

const disturbed = (of: Disturbance['of']): Disturbance => (disturbance = { of, writes: 0 });
const economyOf = (core: number) =>
  openBillingWorld(database.store, { plan: 'Regulated', credits: { core } }, noon.toISOString());
const wish: ScanRequest = { organization: 0, person: 'ada', repository: 0, commit: 1, types: 'sca' };
const creating = (commit: number) => create({ ...wish, commit }, 0);
const readBooks = async (economy: BillingWorld) => {
  const { state, entries, scans } = await readAll(economy);
  return { pools: [state.pools.core], entries: entries.filter(({ pool }) => pool === 'core'), scans };
};

describe('a transaction in conflict', () => {
  test('is tried again, and does what it does once', async () => {
    const economy = await economyOf(10);
    const seen = disturbed((nth) => (nth <= 4 ? 'conflict' : undefined));
    expect(await creating(1)(economy, economy.store)).toBe('created');
    expect(seen.writes).toBe(5);
    const books = await readBooks(economy);
    expect(books.pools[0]?.available).toBe(9);
    expect(violationsOf(books)).toEqual([]);
  });

  test('is not taken for a refusal, also when a condition is said to have failed beside it', async () => {
    const economy = await economyOf(10);
    disturbed((nth) => (nth <= 3 ? 'both' : undefined));
    expect(await creating(1)(economy, economy.store)).toBe('created');
  });

  test('conflict answered as 402: one that never ends is something that may pass, never a refusal', async () => {
    const economy = await economyOf(10);
    const seen = disturbed(() => 'conflict');
    await expect(creating(1)(economy, economy.store)).rejects.toBeInstanceOf(Transient);
    expect(seen.writes).toBe(16);
    disturbance = undefined;
    expect((await readBooks(economy)).scans).toEqual([]);
  });

  test('waits longer each time, with full jitter, and at most a second', async () => {
    const waited = async (random: number) => {
      const delays: number[] = [];
      const store = dynamoStore({
        client: database.client,
        tableName: (name) => name,
        random: () => random,
        sleep: async (delayMs) => void delays.push(delayMs),
      });
      const economy = await economyOf(10);
      disturbed(() => 'conflict');
      await creating(1)(economy, store).catch(() => undefined);
      disturbance = undefined;
      return delays;
    };
    const rest = Array.from({ length: 10 }, () => 1_000);
    expect(await waited(1)).toEqual([20, 40, 80, 160, 320, 640, ...rest]);
    expect(await waited(0)).toEqual(Array.from({ length: 16 }, () => 0));
  });
});

test('of thirty scans that are created at once with conflicts everywhere, exactly those that can be paid are', async () => {
  const economy = await economyOf(20);
  const answers = disturbed((nth) => (nth % 3 === 0 ? undefined : 'conflict'));
  const commits = Array.from({ length: 30 }, (_, index) => String(index).padStart(40, 'a'));
  const said = await Promise.all(
    commits.map(async (commitHash) => {
      const repository = economy.repositories[0]?.[0];
      if (!repository) throw new Error('somebody creates something');
      const request = { commitHash, scanTypes: ['sca' as const] };
      return newScan(economy.store, { caller: callerOf(economy, wish), repository, request }).then(
        () => 'created',
        (error: Error) => error.message,
      );
    }),
  );
  expect(said.filter((one) => one === 'created')).toHaveLength(20);
  expect(said.filter((one) => one === 'refused: pool')).toHaveLength(10);
  expect(answers.writes).toBeGreaterThan(60);
  disturbance = undefined;
  const books = await readBooks(economy);
  expect(books.pools[0]?.available).toBe(0);
  expect(violationsOf(books)).toEqual([]);
});

describe('a single write', () => {
  const upload = (organizationId: string) => ({
    change: 'insert' as const,
    record: 'upload' as const,
    item: { organizationId, uploadId: testIds.uuid(), contentLength: 1, createdAt: noon.toISOString() },
  });

  test('that meets a transaction under way is tried again as well', async () => {
    const organizationId = testIds.uuid();
    const seen = disturbed((count) => (count <= 3 ? 'conflict' : undefined));
    await write(database.store, [upload(organizationId)]);
    expect(seen.writes).toBe(4);
  });

  test('that always meets one is something that may pass', async () => {
    disturbed(() => 'conflict');
    await expect(write(database.store, [upload(testIds.uuid())])).rejects.toBeInstanceOf(Transient);
  });
});

test('a refill in conflict is tried again, and books its period once', async () => {
  const accountId = await provisionAccount(database.store, '2026-01-31T12:00:00.000Z', { plan: 'Starter' });
  const seen = disturbed((nth) => (nth % 3 === 0 ? undefined : 'conflict'));
  await renewAccount(accountId, database.store, '2026-03-01T00:00:00.000Z');
  expect(seen.writes).toBe(3);
  disturbance = undefined;
  const entries = await database.store.list('ledger', { accountId, pool: 'core' }, { limit: 10 });
  expect(entries.items.map(({ cause, amount }) => [cause.slice(0, 17), amount]).toSorted()).toEqual([
    ['expire#2026-02-28', -800],
    ['refill#2026-01-31', 800],
    ['refill#2026-02-28', 800],
  ]);
});

test('an answer that is lost on its way is asked for again, and nothing is debited twice', async () => {
  const economy = await economyOf(10);
  const seen = disturbed((nth) => (nth === 1 ? 'lost' : undefined));
  expect(await creating(1)(economy, economy.store)).toBe('created');
  expect(seen.writes).toBe(2);
  const books = await readBooks(economy);
  expect(books.pools[0]?.available).toBe(9);
  expect(violationsOf(books)).toEqual([]);
});
