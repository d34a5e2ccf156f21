import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization } from '#test/support/world.ts';

beforeEach(() => resetWorld());

test('200: every role reads the settings with their ETag, in a session on any plan', async () => {
  for (const plan of ['Free', 'Team'] as const) {
    const organization = await newOrganization(world.store, { plan });
    const seen = await Promise.all(
      (['owner', 'admin', 'billing', 'member'] as const).map(async (role) => {
        const { status, body, headers } = await call('get-gate', {
          caller: organization.as(role, 'session'),
        });
        expect(status).toBe(200);
        return [headers['ETag'], body];
      }),
    );
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(seen[0]?.[1]).toMatchObject({ apiGateSeverityThreshold: 'critical' });
  }
});

test('403: a member changes none of them', async () => {
  const caller = (await newOrganization(world.store)).as('member');
  const body = { apiGateSeverityThreshold: 'low' };
  const answer = await call('change-gate', { caller, headers: { 'If-Match': '*' }, body });
  expect(answer.body['code']).toBe('role_required');
});
