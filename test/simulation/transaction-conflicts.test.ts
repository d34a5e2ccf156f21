import { randomUUID } from 'node:crypto';
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

/** DynamoDB Local never answers TransactionConflict, as the real DynamoDB does, so the conflicts are injected. */

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => database.stop());

type InjectedAnswer = 'conflict' | 'lost' | 'both' | 'in progress';
interface Injection {
  /** The injected answer of the n-th write, from 1. */
  answerOf: (nth: number) => InjectedAnswer | undefined;
  writes: number;
}
let injection: Injection | undefined;
afterEach(() => (injection = undefined));

const metadata = { $metadata: {} };
const inProgress = (): Error =>
  Object.assign(new Error('in progress'), { name: 'TransactionInProgressException', $fault: 'client' });
const conflictOf = (input: { TransactItems?: object[] }, alsoRefused: boolean): Error => {
  if (!input.TransactItems) return new TransactionConflictException({ ...metadata, message: 'in conflict' });
  const CancellationReasons = input.TransactItems.map((_item, index) => {
    if (index === 0) return { Code: 'TransactionConflict' };
    return { Code: alsoRefused ? 'ConditionalCheckFailed' : 'None' };
  });
  return new TransactionCanceledException({ ...metadata, message: 'cancelled', CancellationReasons });
};

/** Injects answers where the SDK deserializes them, so that they look like answers of the service. */
const injectInto = (client: DynamoDBDocumentClient): void =>
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const isWrite = /^(Put|Update|TransactWrite)/.test(String(context['commandName']));
      const injected = isWrite && injection ? injection.answerOf(++injection.writes) : undefined;
      const input = args.input as { TransactItems?: object[] };
      if (injected === 'conflict' || injected === 'both') throw conflictOf(input, injected === 'both');
      if (injected === 'in progress') throw inProgress();
      const answer = await next(args);
      if (injected === 'lost') throw Object.assign(new Error('nothing came back'), { name: 'TimeoutError' });
      return answer;
    },
    { step: 'deserialize', priority: 'high' },
  );
beforeAll(() => injectInto(database.client));

const inject = (answerOf: Injection['answerOf']): Injection => (injection = { answerOf, writes: 0 });
const worldWith = (core: number) =>
  openBillingWorld(database.store, { plan: 'Regulated', credits: { core } }, noon.toISOString());
const scanRequest: ScanRequest = { organization: 0, person: 'ada', repository: 0, commit: 1, types: 'sca' };
const createAt = (commit: number) => create({ ...scanRequest, commit }, 0);
const readCoreRecords = async (billingWorld: BillingWorld) => {
  const { state, entries, scans } = await readAll(billingWorld);
  return { pools: [state.pools.core], entries: entries.filter(({ pool }) => pool === 'core'), scans };
};

describe('a transaction in conflict', () => {
  test('is retried and takes effect once', async () => {
    const billingWorld = await worldWith(10);
    const injected = inject((nth) => (nth <= 4 ? 'conflict' : undefined));
    expect(await createAt(1)(billingWorld, billingWorld.store)).toBe('created');
    expect(injected.writes).toBe(5);
    const records = await readCoreRecords(billingWorld);
    expect(records.pools[0]?.available).toBe(9);
    expect(violationsOf(records)).toEqual([]);
  });

  test('is not a refusal, even when a condition failed beside it', async () => {
    const billingWorld = await worldWith(10);
    inject((nth) => (nth <= 3 ? 'both' : undefined));
    expect(await createAt(1)(billingWorld, billingWorld.store)).toBe('created');
  });

  test('is Transient, not a 402, when it never ends', async () => {
    const billingWorld = await worldWith(10);
    const injected = inject(() => 'conflict');
    await expect(createAt(1)(billingWorld, billingWorld.store)).rejects.toBeInstanceOf(Transient);
    expect(injected.writes).toBe(28);
    injection = undefined;
    expect((await readCoreRecords(billingWorld)).scans).toEqual([]);
  });

  test('waits longer before each try, with full jitter and at most a second', async () => {
    const waited = async (random: number) => {
      const delays: number[] = [];
      const store = dynamoStore({
        client: database.client,
        tableName: (name) => name,
        random: () => random,
        uuid: randomUUID,
        sleep: async (delayMs) => void delays.push(delayMs),
      });
      const billingWorld = await worldWith(10);
      inject(() => 'conflict');
      await createAt(1)(billingWorld, store).catch(() => undefined);
      injection = undefined;
      return delays;
    };
    const rest = Array.from({ length: 22 }, () => 1_000);
    expect(await waited(1)).toEqual([20, 40, 80, 160, 320, 640, ...rest]);
    expect(await waited(0)).toEqual(Array.from({ length: 28 }, () => 0));
  });
});

test('thirty concurrent creations with conflicts create exactly the scans that the pool can pay', async () => {
  const billingWorld = await worldWith(20);
  const answers = inject((nth) => (nth % 3 === 0 ? undefined : 'conflict'));
  const commits = Array.from({ length: 30 }, (_, index) => String(index).padStart(40, 'a'));
  const results = await Promise.all(
    commits.map(async (commitHash) => {
      const repository = billingWorld.repositories[0]?.[0];
      if (!repository) throw new Error('there is a repository');
      const caller = callerOf(billingWorld, scanRequest);
      const request = { commitHash, scanTypes: ['sca' as const] };
      return newScan(billingWorld.store, { caller, repository, request }).then(
        () => 'created',
        (error: Error) => error.message,
      );
    }),
  );
  expect(results.filter((one) => one === 'created')).toHaveLength(20);
  expect(results.filter((one) => one === 'refused: pool')).toHaveLength(10);
  expect(answers.writes).toBeGreaterThan(60);
  injection = undefined;
  const records = await readCoreRecords(billingWorld);
  expect(records.pools[0]?.available).toBe(0);
  expect(violationsOf(records)).toEqual([]);
});

test('a transaction whose own first request is in progress is repeated as the same one, and succeeds', async () => {
  const organizationId = testIds.uuid();
  const upload = () => ({
    change: 'insert' as const,
    record: 'upload' as const,
    item: { organizationId, uploadId: testIds.uuid(), contentLength: 1, createdAt: noon.toISOString() },
  });
  const answers: (InjectedAnswer | undefined)[] = ['lost', 'in progress', 'in progress'];
  const injected = inject((nth) => answers[nth - 1]);
  expect(await database.store.commit([upload(), upload()])).toBeUndefined();
  expect(injected.writes).toBe(4);
});

describe('a single write', () => {
  const upload = (organizationId: string) => ({
    change: 'insert' as const,
    record: 'upload' as const,
    item: { organizationId, uploadId: testIds.uuid(), contentLength: 1, createdAt: noon.toISOString() },
  });

  test('that conflicts with a transaction is retried', async () => {
    const organizationId = testIds.uuid();
    const injected = inject((count) => (count <= 3 ? 'conflict' : undefined));
    await write(database.store, [upload(organizationId)]);
    expect(injected.writes).toBe(4);
  });

  test('that always conflicts is Transient', async () => {
    inject(() => 'conflict');
    await expect(write(database.store, [upload(testIds.uuid())])).rejects.toBeInstanceOf(Transient);
  });
});

test('a refill in conflict is retried and books its period once', async () => {
  const accountId = await provisionAccount(database.store, '2026-01-31T12:00:00.000Z', { plan: 'Starter' });
  const injected = inject((nth) => (nth % 3 === 0 ? undefined : 'conflict'));
  await renewAccount(accountId, database.store, '2026-03-01T00:00:00.000Z');
  expect(injected.writes).toBe(3);
  injection = undefined;
  const entries = await database.store.list('ledger', { accountId, pool: 'core' }, { limit: 10 });
  expect(entries.items.map(({ cause, amount }) => [cause.slice(0, 17), amount]).toSorted()).toEqual([
    ['expire#2026-02-28', -800],
    ['refill#2026-01-31', 800],
    ['refill#2026-02-28', 800],
  ]);
});

test('a lost answer is requested again, and nothing is debited twice', async () => {
  const billingWorld = await worldWith(10);
  const injected = inject((nth) => (nth === 1 ? 'lost' : undefined));
  expect(await createAt(1)(billingWorld, billingWorld.store)).toBe('created');
  expect(injected.writes).toBe(2);
  const records = await readCoreRecords(billingWorld);
  expect(records.pools[0]?.available).toBe(9);
  expect(violationsOf(records)).toEqual([]);
});
