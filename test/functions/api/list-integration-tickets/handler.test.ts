import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { created } from '#test/support/integrations/integration-calls.ts';
import { newOrganization } from '#test/support/world.ts';

beforeEach(resetWorld);

const at = '2026-03-01T12:00:00.000Z';
const openTicket = {
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

test('200: the issues of the integration; 404 for those of another organization', async () => {
  const [organization, foreign] = [await newOrganization(world.store), await newOrganization(world.store)];
  const { id } = await created(organization.as('owner'));
  const ticket = { ...openTicket, organizationId: organization.organizationId, subscriberId: id };
  await world.store.commit([{ change: 'insert', record: 'ticket', item: ticket }]);
  const list = (caller = organization.as('owner')) =>
    call('list-integration-tickets', { caller, params: { integrationId: id } });
  const { organizationId: _o, subscriberId: _s, claimedAt: _c, version: _v, ...shown } = ticket;
  expect((await list()).body).toEqual({ items: [shown] });
  expect((await list(foreign.as('owner'))).body['code']).toBe('integration_not_found');
});

test('an issue at a place that earlier settings named says so', async () => {
  const organization = await newOrganization(world.store);
  const { id } = await created(organization.as('owner'), {
    kind: 'github_issues',
    settings: { repository: 'acme/security' },
    credential: { token: 'ghp_of_a_machine' },
  });
  const ids = { organizationId: organization.organizationId, subscriberId: id };
  await world.store.commit(
    ['acme/security', 'acme/other', undefined].map((place, index) => ({
      change: 'insert' as const,
      record: 'ticket' as const,
      item: { ...openTicket, ...ids, group: String(index), ...(place !== undefined && { place }) },
    })),
  );
  const params = { integrationId: id };
  const { body } = await call('list-integration-tickets', { caller: organization.as('owner'), params });
  const items = body['items'] as { atFormerPlace?: boolean }[];
  expect(items.map(({ atFormerPlace }) => atFormerPlace)).toEqual([undefined, true, undefined]);
});
