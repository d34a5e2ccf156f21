import { expect, test } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { bundleRequests } from '#test/support/bundles/bundle-requests.ts';

const { as, bundle } = bundleRequests();
const change = async (body: object, headers: Record<string, string> = { 'If-Match': '"1"' }) =>
  call('change-bundle', { caller: as('admin'), params: await bundle(), body, headers });

test('200: the name changes, with another ETag and an event', async () => {
  const { status, body, headers } = await change({ name: 'Store' });
  expect([status, body['name'], headers['ETag']]).toEqual([200, 'Store', '"2"']);
  const event = world.store.all('auditEvent').find(({ action }) => (action as string) === 'bundle.changed');
  expect(event).toMatchObject({ before: { name: 'Shop' }, after: { name: 'Store' } });
});

test('200 and no event when nothing changes', async () => {
  const { status, headers } = await change({ name: 'Shop' });
  expect([status, headers['ETag']]).toEqual([200, '"1"']);
  expect(world.store.all('auditEvent').map(({ action }) => action as string)).not.toContain('bundle.changed');
});

test('428 without If-Match, 412 with another one, 422 without a field', async () => {
  expect((await change({ name: 'Store' }, {})).body['code']).toBe('precondition_required');
  expect((await change({ name: 'Store' }, { 'If-Match': '"7"' })).body['code']).toBe('etag_mismatch');
  expect((await change({})).status).toBe(422);
});
