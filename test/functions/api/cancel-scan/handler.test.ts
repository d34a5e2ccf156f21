import { describe, expect, test } from 'vitest';
import { call, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { newOrganization, testIds } from '#test/support/world.ts';

const { fixture, create, plain, lockfileOf, balance, entries, end } = scanRequests();

const cancel = (scanId: unknown, more: CallOptions = {}) =>
  call('cancel-scan', {
    caller: fixture.organization.as('member'),
    params: { scanId: String(scanId) },
    ...more,
  });
const newScan = async () => (await create(plain())).body['scanId'];

describe('200', () => {
  test('cancels the scan, stops its workflow and refunds every unit to its pool', async () => {
    const scanId = await newScan();
    expect(await balance()).toBe(498);
    const { status, body } = await cancel(scanId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      scanId,
      status: 'cancelled',
      finishedAt: expect.any(String),
      projectUnits: [{ status: 'cancelled' }, { status: 'cancelled' }],
    });
    expect(body['errorCode']).toBeUndefined();
    expect(world.stopped).toEqual([scanId]);
    expect(await balance()).toBe(500);
    expect(entries('grant')).toMatchObject([
      { source: 'scan_cancelled_refund', amount: 1, scanId, projectUnitId: expect.any(String) },
      { source: 'scan_cancelled_refund', amount: 1, scanId, projectUnitId: expect.any(String) },
    ]);
  });

  test('returns the same answer to a repeated cancellation, with one refund', async () => {
    const scanId = await newScan();
    const first = await cancel(scanId);
    const second = await cancel(scanId);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await balance()).toBe(500);
    expect(entries('grant')).toHaveLength(2);
  });

  test('answers concurrent cancellations, with one refund', async () => {
    const scanId = await newScan();
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(scanId)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await balance()).toBe(500);
    expect(entries('grant')).toHaveLength(2);
  });

  test('removes the uploaded artifact', async () => {
    const { body } = await create(lockfileOf('package-lock.json'));
    expect(world.blobs.objects.size).toBe(1);
    await cancel(body['scanId']);
    const left = [...world.blobs.objects].map(([name, content]) => [name.split('/')[0], content.length]);
    expect(left).toEqual([['stopped', 0]]);
  });

  test('frees the scan: an equal request creates a new one immediately', async () => {
    const scanId = await newScan();
    await cancel(scanId);
    const again = await create(plain());
    expect(again.status).toBe(201);
    expect(again.body['scanId']).not.toBe(scanId);
  });

  test('answers a wait with ERROR, scan_failed', async () => {
    const scanId = await newScan();
    await cancel(scanId);
    const { body } = await call('wait-scan', {
      caller: fixture.organization.as('member'),
      params: { scanId: String(scanId) },
    });
    expect(body).toMatchObject({ status: 'cancelled', verdict: 'ERROR', reason: 'scan_failed' });
  });
});

test('404 scan_not_found: an unknown scan, or one of another organization, which does not change', async () => {
  const scanId = await newScan();
  const other = await newOrganization(world.store);
  expect((await cancel(scanId, { caller: other.as('owner') })).body['code']).toBe('scan_not_found');
  expect((await cancel(testIds.uuid())).status).toBe(404);
  expect(world.store.all('scan')[0]?.status).toBe('queued');
});

describe('409', () => {
  test.each([undefined, { errorCode: 'repo_access' as const, error: 'gone' }])(
    'conflict: an ended scan keeps its state and its credits (%j)',
    async (failure) => {
      const scanId = await newScan();
      const ended = await end(scanId, failure);
      const before = [await balance(), entries('grant').length];
      const { status, body } = await cancel(scanId);
      expect([status, body['code'], body['scanStatus']]).toEqual([409, 'conflict', ended.status]);
      expect(world.store.all('scan')[0]?.status).toBe(ended.status);
      expect([await balance(), entries('grant').length]).toEqual(before);
      expect(world.stopped).toEqual([]);
    },
  );
});

test('402: a token without API access; 403: one without scans:write', async () => {
  const scanId = await newScan();
  const starter = await newOrganization(world.store, { plan: 'Starter' });
  expect((await cancel(scanId, { caller: starter.as('owner') })).status).toBe(402);
  const caller = { ...fixture.organization.as('owner'), scopes: ['scans:read' as const] };
  expect((await cancel(scanId, { caller })).body).toMatchObject({ missing: ['scans:write'] });
});
