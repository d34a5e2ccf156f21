import { beforeEach, describe, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import { later, newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store, { name: 'Acme', plan: 'Free' });
});

const recent = (role: 'owner' | 'admin' = 'owner', of = organization) => ({
  ...of.as(role, 'session'),
  signedInAt: noon.toISOString(),
});
const close = (caller: Caller = recent(), name = 'Acme') =>
  call('close-organization', { caller, body: { name } });
const restore = (caller: Caller = recent()) => call('restore-organization', { caller });
const stored = () => world.store.get('organization', { organizationId: organization.organizationId });

describe('DELETE /v1/organization', () => {
  test('202: it is closing, and erased after 30 days', async () => {
    const { status, body } = await close();
    expect([status, body]).toEqual([
      202,
      {
        organizationId: organization.organizationId,
        since: noon.toISOString(),
        eraseAt: '2026-04-09T12:00:00.000Z',
      },
    ]);
    expect((await stored())?.closing).toEqual({
      since: noon.toISOString(),
      eraseAt: '2026-04-09T12:00:00.000Z',
      stopped: [],
    });
    expect(world.store.all('auditEvent').map(({ action }) => action)).toEqual(['organization.closing']);
  });

  test('422: another name closes nothing', async () => {
    const { status, body } = await close(recent(), 'Acme ');
    expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/name']);
    expect((await stored())?.closing).toBeUndefined();
  });

  test('409: it is closing already', async () => {
    await close();
    expect((await close()).status).toBe(409);
  });

  test('409: it pays for a client organization', async () => {
    const parent = await newOrganization(world.store, { name: 'Parent' });
    await newOrganization(world.store, { parent: parent.organizationId });
    const { status, body } = await close(recent('owner', parent), 'Parent');
    expect([status, body['clients']]).toEqual([409, 1]);
  });

  test('403: an admin, or an owner whose sign-in is 15 minutes old', async () => {
    expect((await close(recent('admin'))).body['code']).toBe('role_required');
    const old = { ...recent(), signedInAt: later(-15 * 60 - 1).toISOString() };
    expect((await close(old)).body['code']).toBe('reauthentication_required');
    expect((await stored())?.closing).toBeUndefined();
  });

  test('403: a token, which has no sign-in', async () => {
    const { status, body } = await close(organization.as('owner'));
    expect([status, body['code']]).toEqual([403, 'reauthentication_required']);
    expect((await stored())?.closing).toBeUndefined();
  });
});

describe('POST /v1/organization/restore', () => {
  test('204: it is restored completely', async () => {
    const before = await stored();
    await close();
    expect((await restore()).status).toBe(204);
    expect(await stored()).toEqual({ ...before, closings: 1 });
    expect(world.store.all('auditEvent').map(({ action }) => action)).toContain('organization.restored');
  });

  test('409: it is not closing', async () => {
    expect((await restore()).status).toBe(409);
  });
});
