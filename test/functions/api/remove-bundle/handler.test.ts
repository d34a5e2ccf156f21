import { expect, test } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { bundleRequests } from '#test/support/bundles/bundle-requests.ts';

const { as, bundle, release } = bundleRequests();

test('204, even on a plan without bundles, and another bundle may be created instead', async () => {
  const params = await bundle();
  const caller = { ...as('owner'), plan: 'Starter', tokenKind: 'session' } as const;
  expect((await call('remove-bundle', { caller, params })).status).toBe(204);
  expect(world.store.all('organization')).toMatchObject([{ bundles: 0 }]);
  const again = await call('remove-bundle', { caller, params });
  expect([again.status, again.body['code']]).toEqual([404, 'bundle_not_found']);
});

test('its releases stay readable', async () => {
  const { params } = await release();
  await call('remove-bundle', { caller: as('owner'), params: { bundleId: params.bundleId } });
  expect((await call('get-release', { caller: as('member'), params })).status).toBe(200);
  const listed = await call('list-releases', {
    caller: as('member'),
    params: { bundleId: params.bundleId },
  });
  expect(listed.body['items']).toHaveLength(1);
});
