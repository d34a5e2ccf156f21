import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addMs } from '@scangate/domain/instant';
import { resetWorld, world } from '#test/support/api/endpoint-world.ts';
import { entraGroup, entraLeaves, entraMembership } from '#test/corpora/scim/entra.ts';
import {
  oktaDeactivates,
  oktaGroup,
  oktaLeaves,
  oktaMembership,
  oktaReactivates,
  oktaRename,
} from '#test/corpora/scim/okta.ts';
import { directoryOf, provisionedOrganization, scimClient } from '#test/support/scim/scim-calls.ts';
import { noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let send: ReturnType<typeof scimClient>;
afterEach(() => void vi.setSystemTime(noon));
beforeEach(async () => {
  resetWorld();
  organization = await provisionedOrganization();
  send = scimClient(directoryOf(organization));
});

const user = async (name: string): Promise<string> =>
  (await send('POST', 'Users', { body: { userName: `${name}@corp.example`, active: true } })).body.id ?? '';
const group = async (body: object = oktaGroup): Promise<string> =>
  (await send('POST', 'Groups', { body })).body.id ?? '';
const patch = (id: string, body: object) => send('PATCH', 'Groups', { id, body });
const roleOf = async (personId: string) =>
  (await world.store.get('member', { organizationId: organization.organizationId, personId }))?.role;

describe('the members of a group', () => {
  test('Okta adds and removes one, who gets the role of the group and loses it', async () => {
    const [id, jane] = [await group(), await user('jane')];
    expect((await patch(id, oktaMembership(jane))).body['members']).toEqual([{ value: jane }]);
    expect(await roleOf(jane)).toBe('admin');
    expect((await patch(id, oktaLeaves(jane))).body['members']).toEqual([]);
    expect(await roleOf(jane)).toBe('member');
  });

  test('Entra adds and removes one by a list', async () => {
    const [id, sam] = [await group(entraGroup), await user('sam')];
    await patch(id, entraMembership(sam));
    expect(await roleOf(sam)).toBe('billing');
    await patch(id, entraLeaves(sam));
    expect(await roleOf(sam)).toBe('member');
  });

  test('of several groups the first of admin, billing and member counts', async () => {
    const [platform, security, jane] = [await group(), await group(entraGroup), await user('jane')];
    await patch(security, entraMembership(jane));
    await patch(platform, oktaMembership(jane));
    expect(await roleOf(jane)).toBe('admin');
    await send('DELETE', 'Groups', { id: platform });
    expect(await roleOf(jane)).toBe('billing');
    await patch(security, oktaRename(security, 'Guests'));
    expect(await roleOf(jane)).toBe('member');
    await patch(security, oktaRename(security, 'Finance'));
    expect(await roleOf(jane)).toBe('billing');
  });

  test('never become owners, and an owner stays one', async () => {
    const { organizationId } = organization;
    const { personId } = organization.as('owner');
    await world.store.commit([
      {
        change: 'update',
        record: 'member',
        id: { organizationId, personId },
        set: { email: 'boss@corp.example' },
      },
    ]);
    const [id, boss] = [await group(), await user('boss')];
    expect(boss).toBe(personId);
    await patch(id, oktaMembership(boss));
    expect(await roleOf(boss)).toBe('owner');
  });

  test('a large group is changed part by part, and as a whole', async () => {
    const people: string[] = [];
    for (let n = 0; n < 100; n++) people.push(await user(`p${n}`));
    const id = await group({ ...oktaGroup, members: people.map((value) => ({ value })) });
    expect(await Promise.all(people.map(roleOf))).toEqual(people.map(() => 'admin'));
    await send('PUT', 'Groups', {
      id,
      body: { ...oktaGroup, members: people.slice(50).map((value) => ({ value })) },
    });
    expect((await Promise.all(people.map(roleOf))).filter((role) => role === 'admin')).toHaveLength(50);
  });
});

describe('a user who returns', () => {
  const leave = (id: string) => send('PATCH', 'Users', { id, body: oktaDeactivates });
  const comeBack = (id: string) => send('PATCH', 'Users', { id, body: oktaReactivates });
  const groupsOf = async (personId: string) =>
    (await world.store.get('member', { organizationId: organization.organizationId, personId }))?.directory
      ?.groups;

  test('has no role of a group that they were removed from meanwhile', async () => {
    const [admins, others, jane] = [
      await group(),
      await group({ displayName: 'Guests' }),
      await user('jane'),
    ];
    await patch(admins, oktaMembership(jane));
    await leave(jane);
    await patch(admins, oktaLeaves(jane));
    await comeBack(jane);
    expect([await roleOf(jane), await groupsOf(jane)]).toEqual(['member', []]);
    await patch(others, oktaMembership(jane));
    expect([await roleOf(jane), await groupsOf(jane)]).toEqual(['member', ['Guests']]);
  });

  test('has the role of the groups that they stayed in or joined meanwhile', async () => {
    const [admins, security, jane] = [await group(), await group(entraGroup), await user('jane')];
    await patch(admins, oktaMembership(jane));
    await leave(jane);
    await patch(security, oktaMembership(jane));
    await comeBack(jane);
    expect([await roleOf(jane), await groupsOf(jane)]).toEqual(['admin', ['Platform', 'Security']]);
    await patch(admins, oktaLeaves(jane));
    expect(await roleOf(jane)).toBe('billing');
  });

  test('has the groups of the records, whatever the list of before says', async () => {
    const [admins, jane] = [await group(), await user('jane')];
    await patch(admins, oktaMembership(jane));
    await leave(jane);
    await send('DELETE', 'Groups', { id: admins });
    const id = { organizationId: organization.organizationId, personId: jane };
    const directory = { userName: 'jane@corp.example', groups: ['Platform'] };
    await world.store.commit([{ change: 'update', record: 'member', id, set: { directory } }]);
    await comeBack(jane);
    expect([await roleOf(jane), await groupsOf(jane)]).toEqual(['member', []]);
  });

  test('keeps no token of the moment at which they left', async () => {
    const jane = await user('jane');
    await leave(jane);
    const id = { organizationId: organization.organizationId, personId: jane };
    const removedAt = new Date(Date.now() + 60_000).toISOString();
    await world.store.commit([{ change: 'update', record: 'member', id, set: { removedAt } }]);
    await comeBack(jane);
    expect((await world.store.get('member', id))?.joinedAt).toBe(addMs(removedAt, 1));
  });
});

describe('a member who comes under the directory', () => {
  const adopted = async (role: 'owner' | 'admin', joins: boolean) => {
    const { personId } = organization.as(role);
    if (joins) await group({ ...entraGroup, members: [{ value: personId }] });
    const { organizationId } = organization;
    const email = `${role}@corp.example`;
    await world.store.commit([
      { change: 'update', record: 'member', id: { organizationId, personId }, set: { email } },
    ]);
    expect(await user(role)).toBe(personId);
    return roleOf(personId);
  };

  test('gets the role of the groups that contain them', async () => {
    expect(await adopted('admin', true)).toBe('billing');
  });

  test('keeps their role as an owner, or without a group', async () => {
    expect([await adopted('owner', true), await adopted('admin', false)]).toEqual(['owner', 'admin']);
  });
});

describe('a group', () => {
  test('is found by its name, and read without its members', async () => {
    const id = await group({ ...oktaGroup, members: [{ value: await user('jane') }] });
    const found = await send('GET', 'Groups', {
      query: { filter: 'displayName eq "Platform"', excludedAttributes: 'members' },
    });
    expect(found.body.Resources).toMatchObject([{ id, displayName: 'Platform' }]);
    expect(found.body.Resources?.[0]).not.toHaveProperty('members');
    expect((await send('GET', 'Groups', { id })).body).toHaveProperty('members');
  });

  test('409: another group has its name', async () => {
    await group();
    expect((await send('POST', 'Groups', { body: oktaGroup })).body['scimType']).toBe('uniqueness');
  });

  test('400: a member that is not the id of a user, such as one that is too long to store', async () => {
    const members = [{ value: 'u'.repeat(37) }];
    expect((await send('POST', 'Groups', { body: { displayName: 'Long', members } })).status).toBe(400);
  });

  test('413: 10,001 members', async () => {
    const members = Array.from({ length: 10_001 }, (_, n) => ({ value: `u${n}` }));
    const { status } = await send('POST', 'Groups', { body: { displayName: 'All', members } });
    expect(status).toBe(413);
    expect(world.store.all('directoryGroup')).toEqual([]);
  });

  test('204: is removed, and its name is free', async () => {
    const id = await group();
    expect((await send('DELETE', 'Groups', { id })).status).toBe(204);
    expect((await send('GET', 'Groups', { id })).status).toBe(404);
    expect(await group()).not.toBe('');
  });

  test('a change of one member takes at most three database calls', async () => {
    const [id, jane] = [await group(), await user('jane')];
    const calls = (['get', 'load', 'list', 'commit'] as const).map((method) => vi.spyOn(world.store, method));
    await patch(id, oktaMembership(jane));
    const changed = calls.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    for (const { mockClear } of calls) mockClear();
    await send('PATCH', 'Users', { id: jane, body: oktaDeactivates });
    const removed = calls.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    expect([changed, removed]).toEqual([3, 3]);
    vi.restoreAllMocks();
  });
});
