import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { actions, created, listening } from '#test/support/integrations/integration-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const remove = (integrationId: string) =>
  call('remove-integration', { caller: organization.as('owner'), params: { integrationId } });

test('204: the credential is deleted, its event types are dropped, and its place is free', async () => {
  const { id } = await created(organization.as('owner'));
  expect((await remove(id)).status).toBe(204);
  expect(await listening(organization)).toMatchObject({ listens: [], integrations: 0 });
  const { organizationId } = organization;
  const left = await world.store.get('subscriber', { organizationId, subscriberId: id });
  expect([left?.credential, left?.removedAt !== undefined, left?.nextSequence]).toEqual([undefined, true, 1]);
  const { body } = await call('list-integrations', { caller: organization.as('owner') });
  expect(body['items']).toEqual([]);
  expect(await actions(organization)).toEqual(['integration.created', 'integration.removed']);
});

test('204 after a change to a plan without integrations', async () => {
  const { id } = await created(organization.as('owner'));
  const caller = { ...organization.as('owner'), plan: 'Starter' as const, tokenKind: 'session' as const };
  const { status } = await call('remove-integration', { caller, params: { integrationId: id } });
  expect(status).toBe(204);
});

test('404 a second time', async () => {
  const { id } = await created(organization.as('owner'));
  await remove(id);
  const { status, body } = await remove(id);
  expect([status, body['code']]).toEqual([404, 'integration_not_found']);
});
