import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { created } from '#test/support/integrations/integration-calls.ts';
import { newOrganization } from '#test/support/world.ts';

beforeEach(resetWorld);

test('200: the issues of the integration; 404 for those of another organization', async () => {
  const [organization, foreign] = [await newOrganization(world.store), await newOrganization(world.store)];
  const { id } = await created(organization.as('owner'));
  const at = '2026-03-01T12:00:00.000Z';
  const ticket = {
    organizationId: organization.organizationId,
    subscriberId: id,
    group: '0123456789abcdef',
    repositoryId: '0aa0bb0c-0000-4000-8000-00000000beef',
    projectUnitId: '0aa0bb0c-0000-4000-8000-00000000cafe',
    state: 'open' as const,
    title: 'lodash 4.17.20',
    externalId: '42',
    url: 'https://tracker.example.com/42',
    severity: 'high' as const,
    knownExploited: false,
    claimedAt: at,
    changedAt: at,
    version: 2,
  };
  await world.store.commit([{ change: 'insert', record: 'ticket', item: ticket }]);
  const list = (caller = organization.as('owner')) =>
    call('list-integration-tickets', { caller, params: { integrationId: id } });
  const { organizationId: _o, subscriberId: _s, claimedAt: _c, version: _v, ...shown } = ticket;
  expect((await list()).body).toEqual({ items: [shown] });
  expect((await list(foreign.as('owner'))).body['code']).toBe('integration_not_found');
});
