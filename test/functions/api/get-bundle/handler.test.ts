import { expect, test } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { bundleRequests } from '#test/support/bundles/bundle-requests.ts';
import { newOrganization } from '#test/support/world.ts';

const { as, bundle } = bundleRequests();

test('200: the bundle with its ETag', async () => {
  const params = await bundle();
  const { status, body, headers } = await call('get-bundle', { caller: as('member'), params });
  expect([status, body['name'], headers['ETag']]).toEqual([200, 'Shop', '"1"']);
});

test('404 for another organization, and after it was removed', async () => {
  const params = await bundle();
  const other = await newOrganization(world.store);
  const foreign = await call('get-bundle', { caller: other.as('owner'), params });
  await call('remove-bundle', { caller: as('owner'), params });
  const removed = await call('get-bundle', { caller: as('owner'), params });
  for (const { status, body } of [foreign, removed])
    expect([status, body['code']]).toEqual([404, 'bundle_not_found']);
});
