import { beforeEach, describe, expect, test, vi } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { invitationCalls } from '#test/support/invitations/invitation-calls.ts';
import { later, newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  vi.setSystemTime(noon);
  resetWorld();
  organization = await newOrganization(world.store);
});
const { invite, listInvitations, withdraw } = invitationCalls(() => organization);

describe('list-invitations', () => {
  test('200: the open ones of the organization', async () => {
    const { body: first } = await invite('member', { email: 'a@example.com' });
    const { body: second } = await invite('member', { email: 'b@example.com' });
    await withdraw(first['invitationId']);
    expect((await listInvitations(organization.as('admin'))).body['items']).toEqual([second]);
    const other = await newOrganization(world.store);
    expect((await listInvitations(other.as('owner'))).body['items']).toEqual([]);
  });

  test('200: none that has expired', async () => {
    await invite();
    vi.setSystemTime(later(7 * 86_400));
    expect((await listInvitations()).body['items']).toEqual([]);
  });

  test('403 for a member and for billing', async () => {
    for (const role of ['member', 'billing'] as const)
      expect((await listInvitations(organization.as(role))).status).toBe(403);
  });
});
