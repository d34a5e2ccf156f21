import { expect, test } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { bundleRequests } from '#test/support/bundles/bundle-requests.ts';
import { newOrganization } from '#test/support/world.ts';

const { as, release } = bundleRequests();

test('200: the release with its ETag, even after the plan was lost', async () => {
  const { params } = await release();
  const caller = { ...as('member'), plan: 'Starter', tokenKind: 'session' } as const;
  const { status, body, headers } = await call('get-release', { caller, params });
  expect([status, body['verdict'], headers['ETag']]).toEqual([200, 'PASS', '"1"']);
});

test('404 for another version, and for another organization', async () => {
  const { params } = await release();
  const other = await newOrganization(world.store);
  for (const [caller, version] of [
    [as('member'), '2.0.0'],
    [other.as('owner'), '1.0.0'],
  ] as const) {
    const { status, body } = await call('get-release', { caller, params: { ...params, version } });
    expect([status, body['code']]).toEqual([404, 'release_not_found']);
  }
});
