import { expect, test } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { bundleRequests } from '#test/support/bundles/bundle-requests.ts';

const { as, release } = bundleRequests();
const extend = async (supportUntil: string, headers: Record<string, string> = { 'If-Match': '"1"' }) => {
  const { params } = await release();
  return call('change-release', { caller: as('admin'), params, body: { supportUntil }, headers });
};

test('200: the support ends later, with an event', async () => {
  const { status, body, headers } = await extend('2033-01-01T02:00:00+02:00');
  expect([status, body['supportUntil'], headers['ETag']]).toEqual([200, '2033-01-01T00:00:00.000Z', '"2"']);
  expect(world.store.all('auditEvent').map(({ action }) => action as string)).toContain(
    'bundle.support_extended',
  );
});

test('422 for an earlier end', async () => {
  expect((await extend('2030-01-01T00:00:00Z')).body['code']).toBe('validation_failed');
});

test('422 once the support has ended, because the release was not watched since', async () => {
  const { params } = await release();
  const [stored] = world.store.all('release');
  const { organizationId, bundleId, releaseVersion } = stored!;
  await world.store.commit([
    {
      change: 'update',
      record: 'release',
      id: { organizationId, bundleId, releaseVersion },
      set: { supportUntil: '2026-03-01T00:00:00.000Z' },
    },
  ]);
  const { body } = await call('change-release', {
    caller: as('admin'),
    params,
    body: { supportUntil: '2033-01-01T00:00:00Z' },
    headers: { 'If-Match': '"1"' },
  });
  expect(body['detail']).toBe('The support has ended: release another version.');
});

test('428 without If-Match, 412 with another one', async () => {
  expect((await extend('2033-01-01T00:00:00Z', {})).body['code']).toBe('precondition_required');
  expect((await extend('2033-01-01T00:00:00Z', { 'If-Match': '"9"' })).body['code']).toBe('etag_mismatch');
});
