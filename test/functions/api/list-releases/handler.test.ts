import { expect, test } from 'vitest';
import { call } from '#test/support/api/call-endpoint.ts';
import { bundleRequests } from '#test/support/bundles/bundle-requests.ts';

const { as, release } = bundleRequests();

test('200: the releases; 404 for an unknown bundle', async () => {
  const { params } = await release();
  const { bundleId } = params;
  const listed = await call('list-releases', { caller: as('member'), params: { bundleId } });
  expect(listed.body['items']).toMatchObject([{ releaseVersion: '1.0.0' }]);
  const unknown = { bundleId: '00000000-0000-4000-8000-00000000dead' };
  const { body } = await call('list-releases', { caller: as('member'), params: unknown });
  expect(body['code']).toBe('bundle_not_found');
});
