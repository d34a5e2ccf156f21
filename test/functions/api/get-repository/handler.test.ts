import { expect, test } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { newOrganization } from '#test/support/world.ts';

const { fixture, create, plain, end } = scanRequests();

const get = (caller = fixture.organization.as('member')) =>
  call('get-repository', { caller, params: { repositoryId: fixture.repository.repositoryId } });

test('200: without a scan, latest is null', async () => {
  const { status, body } = await get();
  expect([status, body['latest'], body['scannable']]).toEqual([200, null, true]);
  expect(body).toMatchObject({ fullName: fixture.repository.fullName, hasCredential: false });
});

test('200: latest is the newest scan that ended', async () => {
  const first = (await create(plain())).body['scanId'];
  await end(first);
  await create(plain({ commitHash: 'b'.repeat(40) }));
  expect((await get()).body['latest']).toMatchObject({ scanId: first, verdict: 'PASS' });
});

test('404: of another organization', async () => {
  const other = await newOrganization(world.store);
  expect((await get(other.as('owner'))).body['code']).toBe('repository_not_found');
});
