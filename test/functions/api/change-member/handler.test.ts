import { beforeEach, describe, expect, test, vi } from 'vitest';
import { roles, type Role } from '@scangate/domain/identity/roles';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { memberCalls } from '#test/support/api/member-calls.ts';
import { newOrganization, testIds, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const { change, remove, countOwners, personOf } = memberCalls(() => organization);

describe('change-member', () => {
  test('200: the role changes', async () => {
    const { status, body } = await change(personOf('member'), 'admin', organization.as('admin'));
    expect([status, body['role']]).toEqual([200, 'admin']);
    expect((await change(personOf('member'), 'admin')).status).toBe(200);
  });

  test('200: an owner gives and removes the owner role, and the owners are counted', async () => {
    await change(personOf('admin'), 'owner');
    expect(await countOwners()).toBe(2);
    expect((await change(personOf('owner'), 'member')).status).toBe(200);
    expect(await countOwners()).toBe(1);
  });

  test('403: an admin neither gives nor removes the owner role', async () => {
    const admin = organization.as('admin');
    for (const [person, role] of [
      ['member', 'owner'],
      ['admin', 'owner'],
      ['owner', 'member'],
    ] as const) {
      const answer = await change(personOf(person), role, admin);
      expect(answer.body).toMatchObject({ code: 'role_required', roles: ['owner'] });
    }
    expect(await countOwners()).toBe(1);
  });

  test.each(
    roles.flatMap((caller) => roles.flatMap((from) => roles.map((to) => [caller, from, to] as const))),
  )('who may change whom: %s changes %s to %s', async (caller, from, to) => {
    const given: Record<Role, readonly Role[]> = {
      owner: roles,
      admin: ['admin', 'member'],
      billing: [],
      member: [],
    };
    const { organizationId } = organization;
    // Another owner, so that the last one is not what decides.
    const id = { organizationId };
    await write(world.store, [{ change: 'update', record: 'organization', id, add: { owners: 1 } }]);
    const second = { ...organization.as(caller), personId: testIds.uuid() };
    const { status, body } = await change(personOf(from), to, second);
    const isGiven = given[caller].includes(from) && given[caller].includes(to);
    const isAllowed = isGiven || (from === to && given[caller].length > 0);
    expect([status, body['code']]).toEqual(isAllowed ? [200, undefined] : [403, 'role_required']);
    const member = await world.store.get('member', { organizationId, personId: personOf(from) });
    expect(member?.role).toBe(isAllowed ? to : from);
  });

  test.each([
    ['admin', 'owner'],
    ['owner', 'admin'],
  ] as const)('409: no %s becomes %s once the erasure of the organization has begun', async (from, to) => {
    await change(personOf('billing'), 'owner');
    const id = { organizationId: organization.organizationId };
    const set = { erasureStartedAt: '2026-03-10T12:00:00.000Z' };
    await write(world.store, [{ change: 'update', record: 'organization', id, set }]);
    const { status, body } = await change(personOf(from), to);
    expect([status, body['code'], body['detail']]).toEqual([
      409,
      'conflict',
      'The organization is being erased.',
    ]);
    expect(await countOwners()).toBe(2);
  });

  test('409: the last owner keeps the role', async () => {
    const { status, body } = await change(personOf('owner'), 'admin');
    expect([status, body['code']]).toEqual([409, 'conflict']);
    expect(body['detail']).toContain('at least one owner');
    expect(await countOwners()).toBe(1);
  });

  test('409: of two owners who demote each other concurrently, one stays', async () => {
    await change(personOf('admin'), 'owner');
    const answers = await Promise.all([
      change(personOf('owner'), 'member'),
      change(personOf('admin'), 'member'),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const left = world.store.all('member').filter(({ role }) => role === 'owner');
    expect([await countOwners(), left.length]).toEqual([1, 1]);
  });

  test('409: a role that changed after it was read is not overwritten', async () => {
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
