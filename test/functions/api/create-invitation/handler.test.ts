import { beforeEach, describe, expect, test, vi } from 'vitest';
import { roles, type Role } from '@scangate/domain/identity/roles';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { invitationCalls, invited } from '#test/support/invitations/invitation-calls.ts';
import { later, newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  vi.setSystemTime(noon);
  resetWorld();
  organization = await newOrganization(world.store);
});
const { invite, listInvitations, storedInvitations, withdraw } = invitationCalls(() => organization);

const daySeconds = 86_400;
const inviteMany = async (count: number, domain = 'many.example.com') => {
  for (let index = 0; index < count; index++) {
    const { status } = await invite('member', { email: `p${index}@${domain}` });
    expect(status).toBe(201);
  }
};

describe('create-invitation', () => {
  test('201: the invitation, its event and its mail, with no secret in any of them', async () => {
    const { status, body, text } = await invite('billing');
    expect(status).toBe(201);
    expect(body).toEqual({
      invitationId: expect.any(String),
      email: invited,
      role: 'billing',
      invitedBy: organization.as('owner').personId,
      createdAt: noon.toISOString(),
      expiresAt: later(7 * daySeconds).toISOString(),
    });
    const { invitationId } = body;
    expect(world.store.all('mail')).toMatchObject([{ kind: 'invitation', facts: { invitationId } }]);
    expect(world.store.all('auditEvent')).toMatchObject([
      { action: 'invitation.created', target: invitationId, after: { role: 'billing' } },
    ]);
    expect([world.store.all('invitationSecret'), text.includes('sgi_')]).toEqual([[], false]);
    expect(JSON.stringify([world.store.all('mail'), world.store.all('auditEvent')])).not.toContain('@');
  });

  test('201: a replay by Idempotency-Key returns the same answer and sends no second mail', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const [first, second] = [await invite('member', { headers }), await invite('member', { headers })];
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect([storedInvitations().length, world.store.all('mail').length]).toEqual([1, 1]);
  });

  test.each(['before', 'after'])(
    '201: interrupted %s its commit and repeated, there is one of each',
    async (when) => {
      const headers = { 'Idempotency-Key': 'k' };
      vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      const commit = world.store.commit.bind(world.store);
      vi.spyOn(world.store, 'commit').mockImplementationOnce(async (changes) => {
        if (when === 'after') await commit(changes);
        throw new Error('cut');
      });
      expect((await invite('member', { headers })).status).toBe(500);
      vi.restoreAllMocks();
      expect((await invite('member', { headers })).status).toBe(201);
      expect([storedInvitations().length, world.store.all('mail').length]).toEqual([1, 1]);
      expect(world.store.all('auditEvent')).toHaveLength(1);
    },
  );

  test('201: an earlier open invitation of the address is withdrawn, in any letter case', async () => {
    const first = await invite('member');
    const second = await invite('admin', { email: invited.toUpperCase() });
    expect(storedInvitations()).toMatchObject([
      { invitationId: first.body['invitationId'], withdrawnAt: noon.toISOString() },
      { invitationId: second.body['invitationId'], role: 'admin' },
    ]);
    expect((await listInvitations()).body['items']).toEqual([second.body]);
  });

  test.each(roles.flatMap((caller) => roles.map((role) => [caller, role] as const)))(
    'who may invite to what: %s invites to %s',
    async (caller, role) => {
      const given: Record<Role, readonly Role[]> = {
        owner: roles,
        admin: ['admin', 'member'],
        billing: [],
        member: [],
      };
      const { status, body } = await invite(role, { caller: organization.as(caller) });
      expect([status, body['code']]).toEqual(
        given[caller].includes(role) ? [201, undefined] : [403, 'role_required'],
      );
      expect(storedInvitations()).toHaveLength(status === 201 ? 1 : 0);
    },
  );

  test('403: a service token cannot invite', async () => {
    const { body } = await invite('member', { caller: organization.as('owner', 'service') });
    expect(body['code']).toBe('person_required');
  });

  test('409: a person with this address is a member', async () => {
    const { body } = await invite('admin', { email: 'Member@Example.com' });
    expect(body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('already exists') });
  });

  test('409: at most 100 invitations are open', async () => {
    await inviteMany(50, 'first.example.com');
    vi.setSystemTime(later(daySeconds));
    await inviteMany(50, 'second.example.com');
    vi.setSystemTime(later(2 * daySeconds));
    expect((await invite()).body).toMatchObject({ code: 'conflict' });
    await withdraw(storedInvitations()[0]?.invitationId);
    expect((await invite()).status).toBe(201);
    // One that replaces an open one needs no further place.
    expect((await invite('admin')).status).toBe(201);
  });

  test('429: at most 50 a day, withdrawn ones included', async () => {
    await inviteMany(1, 'first.example.com');
    vi.setSystemTime(later(60));
    await inviteMany(49);
    for (const { invitationId } of storedInvitations().slice(0, 10)) await withdraw(invitationId);
    const { status, body, headers } = await invite();
    expect([status, body['code'], headers['Retry-After']]).toEqual([
      429,
      'rate_limited',
      String(daySeconds - 60),
    ]);
    vi.setSystemTime(later(daySeconds));
    expect((await invite()).status).toBe(201);
  });

  test('429: at most 3 a day to one address; others are invited', async () => {
    for (let count = 0; count < 3; count++) expect((await invite()).status).toBe(201);
    expect((await invite('member', { email: 'NEW@example.com' })).status).toBe(429);
    expect((await invite('member', { email: 'other@example.com' })).status).toBe(201);
    vi.setSystemTime(later(daySeconds));
    expect((await invite()).status).toBe(201);
  });

  test('of many concurrent requests, no more than the limits permit', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite()));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(storedInvitations().filter(({ withdrawnAt }) => withdrawnAt === undefined)).toHaveLength(1);
  });

  test.each(['', 'nobody', 'a@', 'a b@example.com', 'a@example.com\r\nBcc: b@example.com', 'ſ@exampl€.com'])(
    '422: the address %j',
    async (email) => {
      expect((await invite('member', { email })).body['code']).toBe('validation_failed');
    },
  );

  test('422: an unknown role', async () => {
    const { body } = await invite('root' as Role);
    expect(body.errors?.[0]?.pointer).toBe('/role');
  });

  test('503: a deployment without a mail sender cannot invite', async () => {
    world.sendsMails = false;
    expect((await invite()).body['code']).toBe('mail_unavailable');
    expect(storedInvitations()).toEqual([]);
  });
});
