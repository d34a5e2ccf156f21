import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isWellFormedToken, tokenHash } from '@scangate/domain/identity/tokens';
import { scopesOfRole, type Role } from '@scangate/domain/identity/roles';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { newOrganization, testIds } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

const add = (role: Role, more: CallOptions & { email?: string } = {}) => {
  const { email = 'new@example.com', ...rest } = more;
  return call('add-member', { caller: organization.as('owner'), body: { email, role }, ...rest });
};
const change = (personId: unknown, role: Role, caller = organization.as('owner')) =>
  call('change-member', { caller, params: { personId: String(personId) }, body: { role } });
const remove = (personId: unknown, caller = organization.as('owner')) =>
  call('remove-member', { caller, params: { personId: String(personId) } });
const list = (caller = organization.as('owner')) => call('list-members', { caller, query: {} });
const owners = async () =>
  (await world.store.get('organization', { organizationId: organization.organizationId }))?.owners;
const personOf = (role: Role) => organization.as(role).personId;

describe('add', () => {
  test('201: the member, and a first token to hand over, shown once', async () => {
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

  test('201: what the first token may do follows from the role', async () => {
    await add('billing');
    expect(world.store.all('token')[0]?.scopes).toEqual(scopesOfRole('billing'));
    expect(world.store.all('token')[0]?.scopes).not.toContain('scans:write');
  });

  test('201: a replay by Idempotency-Key is the same member, without the token', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = await add('member', { headers });
    const second = await add('member', { headers });
    const { invitation, ...seen } = first.body;
    expect(invitation).toBeDefined();
    expect([second.status, second.body]).toEqual([201, seen]);
    expect(world.store.all('member')).toHaveLength(5);
    expect(world.store.all('token')).toHaveLength(1);
  });

  test('403: only an owner makes an owner', async () => {
    const denied = await add('owner', { caller: organization.as('admin') });
    expect(denied.body).toMatchObject({ code: 'role_required', roles: ['owner'] });
    expect(await owners()).toBe(1);
    expect((await add('owner')).status).toBe(201);
    expect(await owners()).toBe(2);
  });

  test('403: a token with few scopes does not get one with more by adding a person', async () => {
    const caller = { ...organization.as('owner'), scopes: ['organization:write'] as const };
    const denied = await add('admin', { caller });
    expect(denied.body).toMatchObject({ code: 'insufficient_scope' });
    expect(denied.body['missing']).toContain('tokens:write');
    expect([world.store.all('member').length, world.store.all('token')]).toEqual([4, []]);
  });

  test.each(['member', 'billing'] as const)('403: a %s adds nobody', async (role) => {
    expect((await add('member', { caller: organization.as(role) })).status).toBe(403);
    expect(world.store.all('member')).toHaveLength(4);
  });

  test.each(['', 'nobody', 'a@', `${'x'.repeat(250)}@example.com`])('422: the address %j', async (email) => {
    expect((await add('member', { email })).body['code']).toBe('validation_failed');
  });

  test('422: a role nobody knows', async () => {
    const { body } = await add('root' as Role);
    expect(body.errors?.[0]?.pointer).toBe('/role');
  });
});

describe('list', () => {
  test('200: everybody who is there, by role; who left is not', async () => {
    await remove(personOf('member'));
    const { body } = await list();
    const roles = (body['items'] as { role: string }[]).map(({ role }) => role).sort();
    expect(roles).toEqual(['admin', 'billing', 'owner']);
  });

  test('403: members do not see the list; another organization sees its own', async () => {
    expect((await list(organization.as('member'))).status).toBe(403);
    const other = await newOrganization(world.store);
    const { text } = await list(other.as('owner'));
    expect(text).not.toContain(personOf('owner'));
  });
});

describe('change', () => {
  test('200: the role is another from now on', async () => {
    const { status, body } = await change(personOf('member'), 'admin', organization.as('admin'));
    expect([status, body['role']]).toEqual([200, 'admin']);
    expect((await change(personOf('member'), 'admin')).status).toBe(200);
  });

  test('200: owners are made and unmade by owners, and counted', async () => {
    await change(personOf('admin'), 'owner');
    expect(await owners()).toBe(2);
    expect((await change(personOf('owner'), 'member')).status).toBe(200);
    expect(await owners()).toBe(1);
  });

  test('403: an admin neither makes nor unmakes an owner', async () => {
    const admin = organization.as('admin');
    for (const [person, role] of [
      ['member', 'owner'],
      ['admin', 'owner'],
      ['owner', 'member'],
    ] as const) {
      const answer = await change(personOf(person), role, admin);
      expect(answer.body).toMatchObject({ code: 'role_required', roles: ['owner'] });
    }
    expect(await owners()).toBe(1);
  });

  test('409: the last owner stays one', async () => {
    const { status, body } = await change(personOf('owner'), 'admin');
    expect([status, body['code']]).toEqual([409, 'conflict']);
    expect(body['detail']).toContain('at least one owner');
    expect(await owners()).toBe(1);
  });

  test('409: two owners who unmake each other at once leave one', async () => {
    await change(personOf('admin'), 'owner');
    const answers = await Promise.all([
      change(personOf('owner'), 'member'),
      change(personOf('admin'), 'member'),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const left = world.store.all('member').filter(({ role }) => role === 'owner');
    expect([await owners(), left.length]).toEqual([1, 1]);
  });

  test('409: a role that was changed meanwhile is not overwritten', async () => {
    const read = world.store.get.bind(world.store);
    vi.spyOn(world.store, 'get').mockImplementation((async (...args: Parameters<typeof read>) => {
      const found = await read(...args);
      if (args[0] === 'member') {
        vi.restoreAllMocks();
        await change(personOf('member'), 'admin');
      }
      return found;
    }) as never);
    const { status } = await change(personOf('member'), 'billing');
    expect(status).toBe(409);
    const { organizationId } = organization;
    const member = await world.store.get('member', { organizationId, personId: personOf('member') });
    expect(member?.role).toBe('admin');
  });

  test('404: unknown, removed, or of another organization', async () => {
    const other = await newOrganization(world.store);
    expect((await change(testIds.uuid(), 'admin')).body['code']).toBe('member_not_found');
    expect((await change(personOf('member'), 'admin', other.as('owner'))).status).toBe(404);
    await remove(personOf('member'));
    expect((await change(personOf('member'), 'admin')).status).toBe(404);
  });
});

describe('remove', () => {
  test('204: the member is gone; a second time is 404', async () => {
    expect((await remove(personOf('member'), organization.as('admin'))).status).toBe(204);
    expect((await remove(personOf('member'))).body['code']).toBe('member_not_found');
  });

  test('403: an admin does not remove an owner', async () => {
    expect((await remove(personOf('owner'), organization.as('admin'))).status).toBe(403);
  });

  test('409: the last owner stays; one of two may go', async () => {
    expect((await remove(personOf('owner'))).body['code']).toBe('conflict');
    await change(personOf('admin'), 'owner');
    expect((await remove(personOf('owner'))).status).toBe(204);
    expect(await owners()).toBe(1);
  });

  test('409: two owners who remove each other at once leave one', async () => {
    await change(personOf('admin'), 'owner');
    const answers = await Promise.all([remove(personOf('owner')), remove(personOf('admin'))]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409]);
    expect(await owners()).toBe(1);
  });

  test('204: who comes back is a new person: no old token is theirs', async () => {
    await remove(personOf('member'));
    const { body } = await add('member', { email: 'member@example.com' });
    expect(body['personId']).not.toBe(personOf('member'));
  });
});
