import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measureBilling } from './billing.ts';
import { referenceFigures } from './clients/reference.ts';
import { repeatedStepFigures } from './clients/repeated-step.ts';
import { measureDeliveries } from './deliveries/deliveries.ts';
import { measureExchange } from './exchange/exchange.ts';
import { measureSignIn } from './sign-in/sign-in.ts';
import {
  billingFigures,
  contentionFigures,
  deliveryFigures,
  operationFigures,
  overLimit,
  type Figure,
} from './figures.ts';
import { partOfSharedDatabase } from '../support/store/test-database.ts';
import { measureLongWait } from './wait/long-wait.ts';
import { measureOperations, type Operations } from './operations.ts';
import { measureContention } from './contention.ts';
import { signingFigures } from './evidence/signing.ts';
import { startBenchService, type BenchService } from './service.ts';
import { pauseWorkflows } from './workflows.ts';

/** Checks what `npm run bench` counts against one service, as the bench does; times are checked by the bench only. */
let service: BenchService;
beforeAll(async () => void (service = await startBenchService({ startDatabase: partOfSharedDatabase })));
afterAll(() => service?.close());

describe('the cost of a request', () => {
  let operations: Operations;
  let figures: Figure[];
  beforeAll(async () => {
    operations = await measureOperations(service);
    figures = operationFigures(operations);
  });

  const limited = (what: string) => figures.filter((figure) => figure.what === what && figure.limit);

  test('creating a scan makes at most 3 calls, 2 in a row, and 10 write units', () => {
    expect(limited('create-scan').map(({ unit }) => unit)).toEqual([
      'calls',
      'serial round trips',
      'write units',
    ]);
    expect(overLimit(limited('create-scan'))).toEqual([]);
  });

  test('an Idempotency-Key adds a row and no call', () => {
    const [plain, keyed] = [
      operations.costs['create-scan'],
      operations.costs['create-scan with Idempotency-Key'],
    ];
    expect(keyed?.calls).toBe(plain?.calls);
    expect(keyed?.writeUnits).toBeGreaterThan(plain?.writeUnits ?? Infinity);
  });

  test('reading a scan makes at most 2 calls', () => {
    expect(limited('get-scan')).toHaveLength(1);
    expect(overLimit(limited('get-scan'))).toEqual([]);
  });

  test('a page of tracked findings is one query, with and without facets, and so are trends', () => {
    const pages = ['list-tracked-findings', 'list-tracked-findings with facets', 'get-trends'];
    for (const page of pages) {
      expect(operations.costs[page]?.requests).toEqual([expect.stringMatching(/^dynamodb Query/)]);
      expect(overLimit(limited(page))).toEqual([]);
    }
  });

  test('a scan of the default branch that changes nothing writes no row of a finding', () => {
    const what = 'track-default-branch of a scan that changes nothing';
    expect(operations.costs[what]?.requests.filter((call) => /TRACKED|FINDINGAT/.test(call))).toEqual([]);
    expect(limited(what)).toHaveLength(2);
    expect(overLimit(limited(what))).toEqual([]);
  });

  test('without a subscriber, events add no call and no write unit', () => {
    expect(limited('cancel-scan').map(({ unit }) => unit)).toEqual(['calls', 'write units']);
    expect(overLimit(limited('cancel-scan'))).toEqual([]);
    const events = Object.values(operations.costs).flatMap(({ requests }) =>
      requests.filter((call) => /\bEVENT\b/.test(call)),
    );
    expect(events).toEqual([]);
  });

  test('ending a scan signed takes one call of KMS and a row of 6 write units', () => {
    const signed = signingFigures(operations.costs['prepare-scan'] ?? { requests: [] });
    expect(signed.map(({ unit }) => unit)).toEqual(['KMS calls', 'write units more']);
    expect(overLimit(signed)).toEqual([]);
  });

  test('every call is recognized, so that no cost is missing', () => {
    expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  });

  test('a wait of 300 s with an interval of 10 s reads 31 times, for half a unit each', async () => {
    const { requests } = await measureLongWait(service);
    expect(requests.filter((call) => call === 'dynamodb GetItem (0.5 read)')).toHaveLength(31);
  });

  test('a base adds no call to a creation', () => {
    const { calls, writeUnits } = operations.costs['create-scan with a base'] ?? {};
    expect(calls).toBe(operations.costs['create-scan']?.calls);
    expect(writeUnits).toBeLessThanOrEqual((operations.costs['create-scan']?.writeUnits ?? 0) + 1);
  });

  test('a stored base adds at most two reads of the database to a scan', () => {
    const requestsOf = (what: string) =>
      (operations.costs[what]?.requests ?? []).filter((call) => call.startsWith('dynamodb')).length;
    const without = requestsOf('prepare-scan');
    expect(without).toBeGreaterThan(0);
    expect(requestsOf('prepare-scan with a stored base')).toBeGreaterThan(0);
    expect(requestsOf('prepare-scan with a stored base')).toBeLessThanOrEqual(without + 2);
    expect(requestsOf('compare-base of a stored base')).toBe(0);
  });

  test('a scan of one unit is billed at most 3 transitions', () => {
    expect(operations.transitions).toBeGreaterThan(0);
    expect(overLimit(limited('scan of one unit'))).toEqual([]);
  });
});

test('an exchange makes at most 3 calls and 12 write units', async () => {
  const { warm, firstInAnHour } = await measureExchange(service);
  for (const cost of [warm, firstInAnHour]) {
    expect(cost.requests).toHaveLength(3);
    expect(cost.writeUnits).toBeLessThanOrEqual(12);
  }
});

test('the first event of a webhook takes at most 10 calls and 24 units, each further one 4 and 18', async () => {
  const figures = deliveryFigures(await measureDeliveries(service));
  expect(figures.filter(({ limit }) => limit !== undefined)).toHaveLength(5);
  expect(overLimit(figures)).toEqual([]);
});

test('a start of a sign-in makes 1 call, its callback at most 3, and a switch at most 2', async () => {
  const { start, callback, switch: switched } = await measureSignIn(service);
  expect(start.requests).toHaveLength(1);
  expect(callback.requests).toHaveLength(3);
  expect(switched.requests).toHaveLength(2);
});

describe('for clients', () => {
  test('a step that runs again creates no scan and spends no credit', async () => {
    const figures = await repeatedStepFigures(service);
    expect(figures.filter(({ limit }) => limit !== undefined)).toHaveLength(3);
    expect(overLimit(figures)).toEqual([]);
  });

  test('the reference of the API takes at most 4 requests and 500 KB', async () => {
    const figures = await referenceFigures(service.cloud.url);
    expect(figures.filter(({ limit }) => limit !== undefined)).toHaveLength(2);
    expect(overLimit(figures)).toEqual([]);
  });
});

describe('50 concurrent creations with credits for 20', () => {
  beforeAll(() => pauseWorkflows(service));

  test.each([
    ['are 20 scans paid once each, and 30 refusals', 0],
    ['are the same when transactions conflict', 40],
  ])('%s', async (what, conflicts) => {
    const contest = await measureContention(service, conflicts);
    expect(contest.others).toEqual([]);
    expect(overLimit(contentionFigures(what, contest))).toEqual([]);
  });
});

test('billing stays within its limits: status 2 calls, a ledger page 1, a payment event 6, a monthly refill 8 write units', async () => {
  const costs = await measureBilling(service);
  const measured = billingFigures(costs);
  expect(measured.filter(({ limit }) => limit !== undefined)).toHaveLength(6);
  expect(overLimit(measured)).toEqual([]);
});
