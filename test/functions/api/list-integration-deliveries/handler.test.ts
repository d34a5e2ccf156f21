import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { created } from '#test/support/integrations/integration-calls.ts';
import { newOrganization } from '#test/support/world.ts';

beforeEach(resetWorld);

const at = '2026-03-01T12:00:00.000Z';
const eventId = '0aa0bb0c-0000-4000-8000-00000000beef';

test('200: newest first, page by page; 404 for those of another organization', async () => {
  const [organization, foreign] = [await newOrganization(world.store), await newOrganization(world.store)];
  const { id } = await created(organization.as('owner'));
  const { organizationId } = organization;
  await world.store.commit(
    [1, 2, 3].map((sequence) => ({
      change: 'insert' as const,
      record: 'delivery' as const,
      item: {
        organizationId,
        subscriberId: id,
        sequence,
        eventId,
        eventAt: at,
        type: 'scan.failed' as const,
        state: 'delivered' as const,
        attempts: [{ at, milliseconds: 12, status: 200 }],
        tries: 1,
        deadlineAt: '2026-03-04T12:00:00.000Z',
        createdAt: at,
        expiresAt: '2026-04-01T12:00:00.000Z',
      },
    })),
  );
  const list = (query: Record<string, string>, caller = organization.as('owner')) =>
    call('list-integration-deliveries', { caller, params: { integrationId: id }, query });
  const first = await list({ limit: '2' });
  const items = first.body['items'] as { sequence: number }[];
  expect(items.map(({ sequence }) => sequence)).toEqual([3, 2]);
  const rest = await list({ limit: '2', cursor: String(first.body['nextCursor']) });
  expect(rest.body['items']).toMatchObject([{ sequence: 1, state: 'delivered', replayed: false }]);
  expect((await list({}, foreign.as('owner'))).body['code']).toBe('integration_not_found');
});
