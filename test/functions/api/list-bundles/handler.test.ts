import { expect, test } from 'vitest';
import { call } from '#test/support/api/call-endpoint.ts';
import { bundleRequests } from '#test/support/bundles/bundle-requests.ts';

const { as, create, fixture } = bundleRequests();

test('200: the bundles that were not removed, even after the plan was lost', async () => {
  const removed = await create({ name: 'Gone' });
  await create();
  const params = { bundleId: String(removed.body['bundleId']) };
  await call('remove-bundle', { caller: as('admin'), params });
  const caller = { ...as('member'), plan: 'Starter', tokenKind: 'session' } as const;
  const { status, body } = await call('list-bundles', { caller });
  expect([status, body['items']]).toMatchObject([200, [{ name: 'Shop' }]]);
});

test('a credential that is limited to repositories sees no bundle with another member', async () => {
  await create();
  const { repositoryId } = fixture.scans.repository;
  const listed = async (repositoryIds: string[]) => {
    const caller = { ...as('member'), repositoryIds };
    const { body } = await call('list-bundles', { caller });
    return (body['items'] as unknown[]).length;
  };
  expect(await listed([repositoryId])).toBe(1);
  expect(await listed(['00000000-0000-4000-8000-00000000dead'])).toBe(0);
});
