import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { releaseLease, acquireLease, waitersPerOrganization } from '#app/scans/waiter-lease.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { call, world, type ApiResponse, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { later, newOrganization, noon, testIds } from '#test/support/world.ts';

const { fixture, create, plain, end } = scanRequests();

/** Loading takes real time, which would pass for waiting. */
beforeAll(() => import('#functions/api/wait-scan/handler.ts'));
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: noon }),
);
afterEach(() => void vi.useRealTimers());

const wait = (scanId: unknown, query: Record<string, string> = {}, more: CallOptions = {}) =>
  call('wait-scan', {
    caller: fixture.organization.as('member'),
    params: { scanId: String(scanId) },
    query,
    ...more,
  });
const newScan = async () => (await create(plain())).body['scanId'];

/** Lets the work go on as far as it can without time passing. */
const breathe = async () => {
  for (let i = 0; i < 50; i++) await setImmediate();
};
/** Lets time pass, second by second, until the answer is there. */
const settled = async (pending: Promise<ApiResponse>): Promise<ApiResponse> => {
  const progress = { isDone: false };
  void Promise.allSettled([pending]).then(() => (progress.isDone = true));
  for (await breathe(); !progress.isDone; await breathe()) await vi.advanceTimersByTimeAsync(1_000);
  return pending;
};
const seconds = () => (Date.now() - noon.getTime()) / 1000;

describe('200', () => {
  test('a verdict that is there is the whole answer, at once', async () => {
    const scanId = await newScan();
    await end(scanId);
    const answer = await settled(wait(scanId));
    expect(seconds()).toBeLessThanOrEqual(1);
    expect(answer.text).toMatch(/^\{.*\}$/);
    expect(answer.headers['Content-Type']).toBe('application/json');
    expect(answer.body).toMatchObject({
      scanId,
      status: 'completed',
      verdict: 'PASS',
      reason: 'no_issues_found',
      reasons: ['no_issues_found'],
      summary: {
        vulnerabilities: { total: 0, dependencies: 0, code: 0 },
        secrets: { total: 0 },
        licenses: { total: 0 },
        severityThreshold: 'critical',
      },
      judgedAt: expect.any(String),
      advisorySnapshot: { id: 'none' },
      inventoryDigest: expect.stringMatching(/^sha256:/),
      policyDigest: expect.stringMatching(/^sha256:/),
      waiversDigest: expect.stringMatching(/^sha256:/),
    });
  });

  test('a failed scan is ERROR, scan_failed, with the codes of scan and units and the threshold it had', async () => {
    const scanId = await newScan();
    await end(scanId, { errorCode: 'branch_or_commit_not_found', error: 'No such commit.' });
    const { body } = await settled(wait(scanId));
    expect(body).toMatchObject({
      status: 'failed',
      verdict: 'ERROR',
      reason: 'scan_failed',
      errorCode: 'branch_or_commit_not_found',
      summary: { severityThreshold: 'critical' },
      projectUnits: [
        { errorCode: 'branch_or_commit_not_found', error: 'No such commit.' },
        { errorCode: 'branch_or_commit_not_found' },
      ],
    });
  });

  test('the verdict arrives while waiting; silence is broken by newlines', async () => {
    const scanId = await newScan();
    const pending = wait(scanId, { timeout: '600', interval: '60' });
    await vi.advanceTimersByTimeAsync(0);
    await breathe();
    for (let i = 0; i < 45; i++) {
      await vi.advanceTimersByTimeAsync(1_000);
      await breathe();
    }
    await end(scanId);
    const { text, body } = await settled(pending);
    expect(body['verdict']).toBe('PASS');
    expect(text).toMatch(/^\n{3,4}\{/);
    expect(seconds()).toBeLessThanOrEqual(62);
  });

  test('when the time is over the scan keeps running: verdict null, wait_timeout', async () => {
    const scanId = await newScan();
    const { body } = await settled(wait(scanId, { timeout: '2', interval: '1' }));
    expect(body).toMatchObject({ verdict: null, reason: 'wait_timeout', status: 'queued', retryAfter: 1 });
    expect(seconds()).toBeLessThanOrEqual(4);
    expect(world.store.all('scan')[0]?.status).toBe('queued');
  });

  test('text/event-stream ends with a verdict event', async () => {
    const scanId = await newScan();
    await end(scanId);
    const { text, headers } = await settled(wait(scanId, {}, { headers: { Accept: 'text/event-stream' } }));
    expect(headers['Content-Type']).toBe('text/event-stream');
    expect(text).toMatch(/event: verdict\ndata: \{.*"verdict":"PASS".*\}\n\n$/);
  });
});

describe('400 invalid_query names the bounds', () => {
  test.each([
    ['timeout', '0', /1/],
    ['timeout', '601', /600/],
    ['timeout', '-5', /1/],
    ['interval', '0', /1/],
    ['interval', '61', /60/],
    ['interval', '1.5', /int/i],
    ['timeout', 'forever', /number/],
    ['timeout', '', /number/],
    ['timeout', '99999999999999999999', /600|number/],
  ])('%s=%s', async (name, value, bound) => {
    const { status, body } = await wait(await newScan(), { [name]: value });
    expect([status, body['code']]).toEqual([400, 'invalid_query']);
    expect(body['detail']).toMatch(bound);
    expect(body.errors?.[0]?.pointer).toBe(`/${name}`);
  });

  test('before any waiting place is taken', async () => {
    await wait(await newScan(), { timeout: '601' });
    expect(world.store.all('waiter')).toEqual([]);
  });
});

test('404: of another organization, before the first byte and without a waiting place', async () => {
  const scanId = await newScan();
  const other = await newOrganization(world.store);
  const { status, body } = await wait(scanId, {}, { caller: other.as('owner') });
  expect([status, body['code']]).toEqual([404, 'scan_not_found']);
  expect(world.store.all('waiter')).toEqual([]);
});

describe('five wait at once in one organization', () => {
  const waitMany = async (scanId: unknown, count: number) => {
    const pending = Array.from({ length: count }, () => wait(scanId, { timeout: '600', interval: '9' }));
    await breathe();
    return pending;
  };

  test('a sixth is answered at once as wait_timeout, with when to come again', async () => {
    const scanId = await newScan();
    const five = await waitMany(scanId, waitersPerOrganization);
    const before = seconds();
    const { body } = await settled(wait(scanId, { timeout: '600', interval: '9' }));
    expect(body).toMatchObject({ verdict: null, reason: 'wait_timeout', retryAfter: 9 });
    expect(seconds() - before).toBeLessThanOrEqual(1);
    await end(scanId);
    for (const one of five) expect((await settled(one)).body['verdict']).toBe('PASS');
  });

  test('a verdict that is there needs no place; another organization has its own', async () => {
    const scanId = await newScan();
    const five = await waitMany(scanId, waitersPerOrganization);
    const done = (await create(plain({ commitHash: 'b'.repeat(40) }))).body['scanId'];
    await end(done);
    expect((await settled(wait(done))).body['verdict']).toBe('PASS');
    await end(scanId);
    for (const one of five) await settled(one);
    expect(world.store.all('waiter')).toHaveLength(waitersPerOrganization);
  });

  test('places come back: after an answer the next five wait again', async () => {
    const first = await newScan();
    const five = await waitMany(first, waitersPerOrganization);
    await end(first);
    for (const one of five) await settled(one);
    const second = (await create(plain({ commitHash: 'b'.repeat(40) }))).body['scanId'];
    const again = await waitMany(second, waitersPerOrganization);
    await end(second);
    for (const one of again) expect((await settled(one)).body['verdict']).toBe('PASS');
  });
});

describe('a waiting place', () => {
  const organizationId = testIds.uuid();
  const take = (store: MemoryStore, holder: string, at = noon) =>
    acquireLease(store, { organizationId, holder, timeoutMs: 60_000 }, at);

  test('of many that ask at once exactly five get one, each its own', async () => {
    const store = new MemoryStore();
    const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => take(store, `holder-${index}`)));
    const slots = taken.flatMap((lease) => (lease ? [lease.slot] : []));
    expect(slots.toSorted()).toEqual([0, 1, 2, 3, 4]);
  });

  test('frees itself after the wait, whatever happened to its holder, and not before', async () => {
    const store = new MemoryStore();
    for (let i = 0; i < waitersPerOrganization; i++) await take(store, `holder-${i}`);
    expect(await take(store, 'late', later(60))).toBeUndefined();
    expect(await take(store, 'late', later(75))).toMatchObject({ holder: 'late' });
  });

  test('given back late, it does not take away the place of who has it now', async () => {
    const store = new MemoryStore();
    const lease = await take(store, 'first');
    if (!lease) throw new Error('there is a place');
    const next = await take(store, 'second', later(80));
    expect(next?.slot).toBe(lease.slot);
    await releaseLease(store, lease, later(81));
    expect((await store.get('waiter', lease))?.expiresAt).toBe(next?.expiresAt);
  });
});
