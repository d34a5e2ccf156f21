import { beforeEach, describe, expect, test, vi } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { invitationCalls } from '#test/support/invitations/invitation-calls.ts';
import { later, newOrganization, noon, testIds, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  vi.setSystemTime(noon);
  resetWorld();
  organization = await newOrganization(world.store);
});
const { invite, withdraw, storedInvitations } = invitationCalls(() => organization);

describe('withdraw-invitation', () => {
  test('204: the invitation is withdrawn; the second call is 404', async () => {
    const { body } = await invite();
    expect((await withdraw(body['invitationId'], organization.as('admin'))).status).toBe(204);
    expect(storedInvitations()).toMatchObject([{ withdrawnAt: noon.toISOString() }]);
    expect((await withdraw(body['invitationId'])).body['code']).toBe('invitation_not_found');
  });

  test('403: an admin cannot withdraw an invitation that only an owner can create', async () => {
    for (const role of ['owner', 'billing'] as const) {
      const { body } = await invite(role, { email: `${role}2@example.com` });
      const denied = await withdraw(body['invitationId'], organization.as('admin'));
      expect(denied.body).toMatchObject({ code: 'role_required', roles: ['owner'] });
    }
  });

  test('404: unknown, expired, or of another organization', async () => {
    const other = await newOrganization(world.store);
    const { body } = await invite();
    for (const [id, caller] of [
      [testIds.uuid(), organization.as('owner')],
      [body['invitationId'], other.as('owner')],
    ] as const)
      expect((await withdraw(id, caller)).body['code']).toBe('invitation_not_found');
    vi.setSystemTime(later(7 * 86_400));
    expect((await withdraw(body['invitationId'])).status).toBe(404);
  });

  test('of two concurrent requests, one withdraws', async () => {
    const { body } = await invite();
    const answers = await Promise.all([withdraw(body['invitationId']), withdraw(body['invitationId'])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
});
