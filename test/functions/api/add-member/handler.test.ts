import { beforeEach, describe, expect, test } from 'vitest';
import { isWellFormedToken, tokenHash } from '@scangate/domain/identity/tokens';
import { scopesOfRole, type Role } from '@scangate/domain/identity/roles';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { memberCalls } from '#test/support/api/member-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const { add, list, countOwners } = memberCalls(() => organization);

describe('add-member', () => {
  test('201: the member, and a first token that is shown once', async () => {
    const { status, body } = await add('member');
    expect(status).toBe(201);
    expect(body).toMatchObject({ email: 'new@example.com', role: 'member', personId: expect.any(String) });
    const { token } = body['invitation'] as { token: string };
    expect(isWellFormedToken(token)).toBe(true);
    expect(world.store.all('token')).toMatchObject([
      {
        tokenHash: tokenHash(token),
        personId: body['personId'],
        kind: 'personal',
        expiresAt: expect.any(String),
      },
    ]);
    expect((await list()).text).not.toContain(token);
  });

  test('201: the first token has the scopes of the role', async () => {
    await add('billing');
    expect(world.store.all('token')[0]?.scopes).toEqual(scopesOfRole('billing'));
    expect(world.store.all('token')[0]?.scopes).not.toContain('scans:write');
  });

  test('201: a replay by Idempotency-Key answers the same member without the token', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = await add('member', { headers });
    const second = await add('member', { headers });
    const { invitation, ...member } = first.body;
    expect(invitation).toBeDefined();
    expect([second.status, second.body]).toEqual([201, member]);
    expect(world.store.all('member')).toHaveLength(5);
    expect(world.store.all('token')).toHaveLength(1);
  });

  test('403: only an owner adds an owner', async () => {
    const denied = await add('owner', { caller: organization.as('admin') });
    expect(denied.body).toMatchObject({ code: 'role_required', roles: ['owner'] });
    expect(await countOwners()).toBe(1);
    expect((await add('owner')).status).toBe(201);
    expect(await countOwners()).toBe(2);
  });

  test('403: a token cannot get further scopes by adding a person', async () => {
    const caller = { ...organization.as('owner'), scopes: ['organization:write'] as const };
    const denied = await add('admin', { caller });
    expect(denied.body).toMatchObject({ code: 'insufficient_scope' });
    expect(denied.body['missing']).toContain('tokens:write');
    expect([world.store.all('member').length, world.store.all('token')]).toEqual([4, []]);
  });

  test.each(['member', 'billing'] as const)('403: a %s cannot add a member', async (role) => {
    expect((await add('member', { caller: organization.as(role) })).status).toBe(403);
    expect(world.store.all('member')).toHaveLength(4);
  });

  test.each(['', 'nobody', 'a@', `${'x'.repeat(250)}@example.com`])('422: the address %j', async (email) => {
    expect((await add('member', { email })).body['code']).toBe('validation_failed');
  });

  test('422: an unknown role', async () => {
    const { body } = await add('root' as Role);
    expect(body.errors?.[0]?.pointer).toBe('/role');
  });
});
