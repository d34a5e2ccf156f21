import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store, { name: 'Acme' });
});
const read = (of = organization) => call('get-organization', { caller: of.as('member') });

test('200: name and age of the organization', async () => {
  const { organizationId } = organization;
  expect((await read()).body).toEqual({ organizationId, name: 'Acme', createdAt: noon.toISOString() });
});

test('200: who pays for a client organization', async () => {
  const client = await newOrganization(world.store, { parent: organization.organizationId });
  expect((await read(client)).body['parentOrganizationId']).toBe(organization.organizationId);
});

test('200: when a closing organization is erased', async () => {
  const shown = { since: noon.toISOString(), eraseAt: '2026-04-09T12:00:00.000Z' };
  const closing = { ...shown, stopped: [] };
  const id = { organizationId: organization.organizationId };
  await write(world.store, [{ change: 'update', record: 'organization', id, set: { closing } }]);
  expect((await read()).body['closing']).toEqual(shown);
});
