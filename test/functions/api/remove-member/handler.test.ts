import { beforeEach, describe, expect, test } from 'vitest';
import { roles, scopes, type Role } from '@scangate/domain/identity/roles';
import { storeToken } from '#test/support/api/store-token.ts';
import { fullIdentity } from '#test/support/full-identity.ts';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { memberCalls } from '#test/support/api/member-calls.ts';
import { newOrganization, noon, testIds, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const { change, remove, countOwners, personOf } = memberCalls(() => organization);

const storeRule = async (role: Role, more: object = {}): Promise<string> => {
  const trustId = testIds.uuid();
  const { organizationId } = organization;
  const { removedAt: _removedAt, ...rule } = fullIdentity.trustRule;
  const item = { ...rule, organizationId, trustId, personId: personOf(role), ...more };
  await write(world.store, [{ change: 'insert', record: 'trustRule', item }]);
  return trustId;
};

describe('remove-member', () => {
  test('200: the member is removed; the second call is 404', async () => {
    const { status, body } = await remove(personOf('member'), organization.as('admin'));
    expect([status, body]).toEqual([
      200,
      { personId: personOf('member'), tokens: [], trustRules: [], packLinks: [] },
    ]);
    expect((await remove(personOf('member'))).body['code']).toBe('member_not_found');
  });

  test('200: the organization leaves the list of the person with the membership', async () => {
    await remove(personOf('member'));
    const id = { organizationId: organization.organizationId, personId: personOf('member') };
    expect(await world.store.get('personOrganization', id)).toEqual({
      ...id,
      joinedAt: noon.toISOString(),
      removedAt: noon.toISOString(),
    });
  });

  test('200: the tokens and trust rules that end, with id, name and kind, and nothing of their secrets', async () => {
    const [personal, service] = [
      await storeToken(organization.as('admin'), 'personal'),
      await storeToken(organization.as('admin'), 'service'),
    ];
    await storeToken(organization.as('admin'), 'session');
    await storeToken(organization.as('admin'), 'service', { revokedAt: noon.toISOString() });
    await storeToken(organization.as('admin'), 'personal', { expiresAt: noon.toISOString() });
    await storeToken(organization.as('member'), 'personal');
    const trustId = await storeRule('admin');
    await storeRule('admin', { removedAt: noon.toISOString() });
    await storeRule('owner');
    const { body } = await remove(personOf('admin'));
    expect(body['tokens']).toHaveLength(2);
    expect(body['tokens']).toEqual(
      expect.arrayContaining([
        { tokenId: personal, name: 'admin personal', kind: 'personal' },
        { tokenId: service, name: 'admin service', kind: 'service' },
      ]),
    );
    expect(body['trustRules']).toEqual([{ trustId, name: 'main', provider: 'github' }]);
  });

  test('200: only the membership, the list of the person and the event are written', async () => {
    await storeToken(organization.as('admin'), 'personal');
    await storeRule('admin');
    const [tokens, rules] = [world.store.all('token'), world.store.all('trustRule')];
    await remove(personOf('admin'));
    expect([world.store.all('token'), world.store.all('trustRule')]).toEqual([tokens, rules]);
  });

  test.each(roles.filter((role) => role !== 'owner'))('200: a %s leaves, without any scope', async (role) => {
    const { status } = await remove(personOf(role), { ...organization.as(role, 'session'), scopes: [] });
    expect(status).toBe(200);
    expect(world.store.all('auditEvent')).toMatchObject([{ action: 'member.left', target: personOf(role) }]);
  });

  test('403: a service token cannot leave for its person', async () => {
    const { body } = await remove(personOf('admin'), organization.as('admin', 'service'));
    expect(body['code']).toBe('person_required');
  });

  test('403: removing another person requires the scope organization:write', async () => {
    const caller = { ...organization.as('owner'), scopes: scopes.filter((s) => s !== 'organization:write') };
    expect((await remove(personOf('member'), caller)).body).toMatchObject({
      code: 'insufficient_scope',
      missing: ['organization:write'],
    });
  });

  test.each(roles.flatMap((caller) => roles.map((member) => [caller, member] as const)))(
    'who may remove whom: a caller who is %s, a member who is %s',
    async (caller, member) => {
      const removes: Record<Role, readonly Role[]> = {
        owner: roles,
        admin: ['admin', 'member'],
        billing: [],
        member: [],
      };
      // The one who removes is another person of that role.
      const second = { ...organization.as(caller), personId: testIds.uuid() };
      await write(world.store, [
        {
          change: 'update',
          record: 'organization',
          id: { organizationId: organization.organizationId },
          add: { owners: 1 },
        },
      ]);
      const { status } = await remove(personOf(member), second);
      expect(status).toBe(removes[caller].includes(member) ? 200 : 403);
    },
  );

  test('409: the last owner stays, even when leaving; one of two can be removed', async () => {
    expect((await remove(personOf('owner'))).body['code']).toBe('conflict');
    await change(personOf('admin'), 'owner');
    expect((await remove(personOf('owner'))).status).toBe(200);
    expect(await countOwners()).toBe(1);
  });

  test('409: of two owners who remove each other concurrently, one stays', async () => {
    await change(personOf('admin'), 'owner');
    const answers = await Promise.all([
      remove(personOf('owner')),
      remove(personOf('admin'), { ...organization.as('admin'), role: 'owner' }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await countOwners()).toBe(1);
  });

  test('404: a person of another organization', async () => {
    const other = await newOrganization(world.store);
    expect((await remove(personOf('member'), other.as('owner'))).body['code']).toBe('member_not_found');
  });
});
