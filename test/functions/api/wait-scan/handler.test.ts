import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitersPerOrganization } from '#app/scans/waiting/waiter-lease.ts';
import { call, world, type ApiResponse, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { newOrganization, noon } from '#test/support/world.ts';

const { fixture, create, plain, end } = scanRequests();

/** Imports the handler first: loading takes real time, which would count as waiting. */
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

/** Runs pending work as far as it goes without time passing. */
const runPending = async () => {
  for (let i = 0; i < 50; i++) await setImmediate();
};
/** Advances the clock second by second until the answer is there. */
const advanceUntil = async (pending: Promise<ApiResponse>): Promise<ApiResponse> => {
  const progress = { isDone: false };
  void Promise.allSettled([pending]).then(() => (progress.isDone = true));
  for (await runPending(); !progress.isDone; await runPending()) await vi.advanceTimersByTimeAsync(1_000);
  return pending;
};
const seconds = () => (Date.now() - noon.getTime()) / 1000;

describe('200', () => {
  test('shows the check of a scan with a base beside its verdict, in the answer and in the stream', async () => {
    const { body } = await create(plain({ baseCommitHash: 'b'.repeat(40) }));
    const scanId = body['scanId'];
    await end(scanId);
    const check = {
      verdict: 'ERROR',
      reason: 'base_not_available',
      base: { commitHash: 'b'.repeat(40), verified: false },
    };
    const answer = await advanceUntil(wait(scanId));
    expect(answer.body).toMatchObject({ verdict: 'PASS', pullRequestCheck: check });
    const stream = await advanceUntil(wait(scanId, {}, { headers: { Accept: 'text/event-stream' } }));
    expect(stream.text).toContain('"pullRequestCheck":{"verdict":"ERROR","reason":"base_not_available"');
  });

  test('answers an existing verdict immediately, without heartbeats', async () => {
    const scanId = await newScan();
    await end(scanId);
    const answer = await advanceUntil(wait(scanId));
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

  test('answers a failed scan with ERROR, scan_failed, its codes and its threshold', async () => {
    const scanId = await newScan();
    await end(scanId, { errorCode: 'branch_or_commit_not_found', error: 'No such commit.' });
    const { body } = await advanceUntil(wait(scanId));
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

  test('answers with a verdict given during the wait, after newlines as heartbeats', async () => {
    const scanId = await newScan();
    const pending = wait(scanId, { timeout: '600', interval: '60' });
    await vi.advanceTimersByTimeAsync(0);
    await runPending();
    for (let i = 0; i < 45; i++) {
      await vi.advanceTimersByTimeAsync(1_000);
      await runPending();
    }
    await end(scanId);
    const { text, body } = await advanceUntil(pending);
    expect(body['verdict']).toBe('PASS');
    expect(text).toMatch(/^\n{3,4}\{/);
    expect(seconds()).toBeLessThanOrEqual(62);
  });

  test('answers wait_timeout with verdict null when the time is up; the scan keeps running', async () => {
    const scanId = await newScan();
    const { body } = await advanceUntil(wait(scanId, { timeout: '2', interval: '1' }));
    expect(body).toMatchObject({ verdict: null, reason: 'wait_timeout', status: 'queued', retryAfter: 1 });
    expect(seconds()).toBeLessThanOrEqual(4);
    expect(world.store.all('scan')[0]?.status).toBe('queued');
  });

  test('ends an event stream with a verdict event', async () => {
    const scanId = await newScan();
    await end(scanId);
    const { text, headers } = await advanceUntil(
      wait(scanId, {}, { headers: { Accept: 'text/event-stream' } }),
    );
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

  test('before a lease is acquired', async () => {
    await wait(await newScan(), { timeout: '601' });
    expect(world.store.all('waiter')).toEqual([]);
  });
});

test('404: a scan of another organization, before the first byte and without a lease', async () => {
  const scanId = await newScan();
  const other = await newOrganization(world.store);
  const { status, body } = await wait(scanId, {}, { caller: other.as('owner') });
  expect([status, body['code']]).toEqual([404, 'scan_not_found']);
  expect(world.store.all('waiter')).toEqual([]);
});

describe('a hundred concurrent waits in one organization', () => {
  const waitMany = async (scanId: unknown, count: number) => {
    const pending = Array.from({ length: count }, () => wait(scanId, { timeout: '600', interval: '9' }));
    await runPending();
    return pending;
  };

  test('answer one more immediately with the state, the retry time and polling times', async () => {
    const scanId = await newScan();
    const all = await waitMany(scanId, waitersPerOrganization);
    const before = seconds();
    const { body, headers } = await advanceUntil(wait(scanId, { timeout: '600', interval: '9' }));
    const poll = { path: `/v1/scans/${String(scanId)}`, afterSeconds: [9, 9, 18, 36] };
    expect(body).toMatchObject({ verdict: null, reason: 'wait_timeout', retryAfter: 9, poll });
    expect(body).toMatchObject({ status: 'queued', projectUnits: expect.any(Array) });
    expect(headers['Retry-After']).toBe('9');
    expect(seconds() - before).toBeLessThanOrEqual(1);
    await end(scanId);
    for (const one of all) expect((await advanceUntil(one)).body['verdict']).toBe('PASS');
  });

  test('do not delay a wait for an existing verdict', async () => {
    const scanId = await newScan();
    const all = await waitMany(scanId, waitersPerOrganization);
    const done = (await create(plain({ commitHash: 'b'.repeat(40) }))).body['scanId'];
    await end(done);
    expect((await advanceUntil(wait(done))).body['verdict']).toBe('PASS');
    await end(scanId);
    for (const one of all) await advanceUntil(one);
    expect(world.store.all('waiter')).toHaveLength(waitersPerOrganization);
  });

  test('release their leases: the next hundred wait again', async () => {
    const first = await newScan();
    const all = await waitMany(first, waitersPerOrganization);
    await end(first);
    for (const one of all) await advanceUntil(one);
    const second = (await create(plain({ commitHash: 'b'.repeat(40) }))).body['scanId'];
    const again = await waitMany(second, waitersPerOrganization);
    await end(second);
    for (const one of again) expect((await advanceUntil(one)).body['verdict']).toBe('PASS');
  });
});
