import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditAction } from '@scangate/domain/audit/audit-event';
import { serviceScopes } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { auditedCalls } from '#test/support/api/audited-calls.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { repositoryUrl } from '#test/support/api/repository-calls.ts';
import { later, newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let admin: Caller;
beforeEach(async () => {
  vi.setSystemTime(noon);
  resetWorld();
  organization = await newOrganization(world.store);
  admin = organization.as('admin');
});
const { listEvents, issue, revoke, inviteMember, change, remove, connect, disconnect, changeGate } =
  auditedCalls(
    () => organization,
    () => admin,
  );
const url = repositoryUrl;
const byAdmin = () => ({ kind: 'person', personId: admin.personId, role: 'admin', tokenId: admin.tokenId });
/** The event of an action by the admin at noon, with these fields and no others. */
const eventOf = (action: AuditAction, more: Record<string, unknown>) => ({
  eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  at: noon.toISOString(),
  action,
  actor: byAdmin(),
  ...more,
});

describe('each action writes an event with actor, time, and the fields before and after', () => {
  test('gate.changed: the fields that changed, including those of the license policy', async () => {
    await changeGate({
      apiGateSeverityThreshold: 'high',
      unknownSeverityAs: 'high',
      licensePolicy: { deny: ['MIT'], allow: [] },
    });
    expect(await listEvents()).toEqual([
      eventOf('gate.changed', {
        before: { apiGateSeverityThreshold: 'critical', licensePolicy: { deny: [] } },
        after: { apiGateSeverityThreshold: 'high', licensePolicy: { deny: ['MIT'] } },
      }),
    ]);
  });

  test('token.issued: its scopes and its person', async () => {
    const { body } = await issue();
    expect(await listEvents()).toEqual([
      eventOf('token.issued', {
        target: body['tokenId'],
        after: {
          kind: 'service',
          name: 'ci',
          personId: admin.personId,
          scopes: serviceScopes,
          expiresAt: '2026-03-11T12:00:00.000Z',
        },
      }),
    ]);
  });

  test('token.revoked: its person', async () => {
    const { body } = await issue({ caller: organization.as('owner') });
    await revoke(body['tokenId']);
    expect(await listEvents()).toContainEqual(
      eventOf('token.revoked', {
        target: body['tokenId'],
        before: { kind: 'service', name: 'ci', personId: organization.as('owner').personId },
      }),
    );
  });

  test('invitation.created and invitation.withdrawn: the role, but not the address', async () => {
    const { body } = await inviteMember();
    const { invitationId } = body as { invitationId: string };
    const created = eventOf('invitation.created', { target: invitationId, after: { role: 'member' } });
    expect(await listEvents()).toEqual([created]);
    vi.setSystemTime(later(1));
    await call('withdraw-invitation', { caller: admin, params: { invitationId } });
    expect((await listEvents())[0]).toEqual({
      ...eventOf('invitation.withdrawn', { target: invitationId, before: { role: 'member' } }),
      at: later(1).toISOString(),
    });
  });

  test('member.changed and member.removed', async () => {
    const { personId } = organization.as('member');
    await change('admin');
    vi.setSystemTime(later(1));
    await remove();
    expect(await listEvents()).toEqual([
      {
        ...eventOf('member.removed', {
          target: personId,
          before: { role: 'admin' },
        }),
        at: later(1).toISOString(),
      },
      eventOf('member.changed', { target: personId, before: { role: 'member' }, after: { role: 'admin' } }),
    ]);
  });

  test('repository.connected and repository.disconnected: whether there is a credential, not which', async () => {
    const { body } = await connect();
    const { repositoryId } = body as { repositoryId: string };
    const connection = {
      fullName: 'Acme/Shop',
      url,
      defaultBranch: 'main',
      hasCredential: true,
      reuse: 'on',
    };
    expect(await listEvents()).toEqual([
      eventOf('repository.connected', { target: repositoryId, after: connection }),
    ]);
    vi.setSystemTime(later(1));
    await disconnect(repositoryId);
    expect((await listEvents())[0]).toEqual({
      ...eventOf('repository.disconnected', { target: repositoryId, before: connection }),
      at: later(1).toISOString(),
    });
  });
});
