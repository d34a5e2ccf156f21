import { describe, expect, test, vi } from 'vitest';
import { call, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { commitHash, scanRequests } from '#test/support/api/scan-requests.ts';
import { newOrganization, testIds } from '#test/support/world.ts';

const { fixture, create, plain, end } = scanRequests();

const get = (scanId: unknown, more: CallOptions = {}) =>
  call('get-scan', {
    caller: fixture.organization.as('member'),
    params: { scanId: String(scanId) },
    ...more,
  });
const newScan = async (more: object = {}) => (await create(plain(more))).body['scanId'];

describe('200', () => {
  test('has status and units, without verdict and summary', async () => {
    const scanId = await newScan({ branch: 'main' });
    const { status, body } = await get(scanId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      scanId,
      status: 'queued',
      repositoryId: fixture.repository.repositoryId,
      commitHash,
      branch: 'main',
      sourceTrigger: 'api',
      projectUnits: [
        { path: '', type: 'npm', status: 'queued' },
        { path: 'services/api', type: 'pypi', status: 'queued' },
      ],
    });
    for (const key of ['verdict', 'summary', 'reason', 'policy', 'charge', 'dueQueue'])
      expect(JSON.stringify(body)).not.toContain(`"${key}"`);
  });

  test('has the code of the first failed unit in path order', async () => {
    const scanId = await newScan();
    await end(scanId, { errorCode: 'repo_access', error: 'The repository is gone.' });
    const { body } = await get(scanId);
    expect(body).toMatchObject({ status: 'failed', errorCode: 'repo_access' });
    expect(body['projectUnits']).toMatchObject([
      { status: 'failed', errorCode: 'repo_access', error: 'The repository is gone.' },
      { status: 'failed', errorCode: 'repo_access' },
    ]);
  });

  test('has an ETag that changes only with the scan', async () => {
    const scanId = await newScan();
    const first = await get(scanId);
    expect((await get(scanId)).headers['ETag']).toBe(first.headers['ETag']);
    await end(scanId);
    const ended = await get(scanId);
    expect(ended.headers['ETag']).not.toBe(first.headers['ETag']);
    expect(ended.body).toMatchObject({ status: 'completed', finishedAt: expect.any(String) });
  });
});

describe('304', () => {
  test.each([(etag: string) => etag, (etag: string) => `"other", ${etag}`, (etag: string) => `W/${etag}`])(
    'unchanged since If-None-Match, without a body (%#)',
    async (headerOf) => {
      const scanId = await newScan();
      const etag = String((await get(scanId)).headers['ETag']);
      const again = await get(scanId, { headers: { 'If-None-Match': headerOf(etag) } });
      expect([again.status, again.text, again.headers['ETag']]).toEqual([304, '', etag]);
      await end(scanId);
      expect((await get(scanId, { headers: { 'If-None-Match': headerOf(etag) } })).status).toBe(200);
    },
  );
});

test.each(['Free', 'Starter'] as const)(
  '402: a token on %s, where a console session is allowed',
  async (plan) => {
    const { as } = await newOrganization(world.store, { plan });
    const denied = await get(await newScan(), { caller: as('owner') });
    expect([denied.status, denied.body['capability']]).toEqual([402, 'api']);
    expect((await get(testIds.uuid(), { caller: as('owner', 'session') })).status).toBe(404);
  },
);

describe('404', () => {
  test('scan_not_found: a scan of another organization, like one that does not exist', async () => {
    const scanId = await newScan();
    const other = await newOrganization(world.store);
    const foreign = await get(scanId, { caller: other.as('owner') });
    const missing = await get(testIds.scanId(new Date()), { caller: other.as('owner') });
    expect([foreign.status, foreign.body['code']]).toEqual([404, 'scan_not_found']);
    expect(foreign.body).toEqual(missing.body);
  });

  test.each(['not-an-id', '..', 'x'.repeat(4_000), "SCAN#' OR 1=1"])(
    'scan_not_found: %#: a malformed id is not looked up',
    async (scanId) => {
      const read = vi.spyOn(world.store, 'get');
      const { status, body } = await get(scanId);
      expect(read).not.toHaveBeenCalled();
      expect([status, body['code']]).toEqual([404, 'scan_not_found']);
    },
  );
});
