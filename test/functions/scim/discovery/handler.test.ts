import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetWorld } from '#test/support/api/endpoint-world.ts';
import { directoryOf, provisionedOrganization, scimClient } from '#test/support/scim/scim-calls.ts';
import { noon } from '#test/support/world.ts';

let send: ReturnType<typeof scimClient>;
afterEach(() => void vi.setSystemTime(noon));
beforeEach(async () => {
  resetWorld();
  send = scimClient(directoryOf(await provisionedOrganization()));
});

test('200: what is supported, and what is not', async () => {
  const { status, body } = await send('GET', 'ServiceProviderConfig');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true },
  });
});

test('200: resource types and schemas, listed and one by one', async () => {
  const types = await send('GET', 'ResourceTypes');
  expect(types.body.Resources?.map(({ endpoint }) => endpoint)).toEqual(['/Users', '/Groups']);
  expect((await send('GET', 'ResourceTypes', { id: 'Group' })).body['name']).toBe('Group');
  const id = 'urn:ietf:params:scim:schemas:core:2.0:User';
  expect((await send('GET', 'Schemas', { id })).body).toMatchObject({ id, name: 'User' });
  expect((await send('GET', 'Schemas', { id: 'urn:other' })).status).toBe(404);
});
