import { beforeEach, describe, expect, test } from 'vitest';
import { actorOf } from '@scangate/domain/audit/audit-event';
import { addMember, removeMember } from '@scangate/domain/identity/members';
import { forgottenOfName } from '@scangate/domain/offboarding/forgotten-person';
import type { Role } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { later, newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const session = (role: Role): Caller => ({
  ...organization.as(role, 'session'),
  signedInAt: noon.toISOString(),
});
const leave = (caller: Caller) => call('delete-me', { caller });

const joinOthers = async (count: number, role: Role = 'admin') => {
  const { personId } = organization.as('member');
  for (let index = 0; index < count; index++) {
    const other = await newOrganization(world.store, { name: `Other ${index}` });
    const member = {
      organizationId: other.organizationId,
      personId,
      email: 'member@example.com',
      role,
      joinedAt: noon.toISOString(),
    };
    await write(world.store, addMember(actorOf(other.as('owner')), member));
  }
  const item = {
    personId,
    email: 'member@example.com',
    createdAt: noon.toISOString(),
    identities: ['i'],
  };
  await write(world.store, [{ change: 'insert', record: 'person', item }]);
};
/** Lets the directory of an organization manage the member. */
const manage = async (
  { organizationId }: { organizationId: string } = organization,
  aliasOf = session('member').personId,
) => {
  const { personId } = session('member');
  const directory = {
    userName: 'Member@example.com',
    externalId: 'e-1',
    profile: { displayName: 'Ada Member', givenName: 'Ada', familyName: 'Member' },
    groups: ['Developers'],
  };
  const alias = { organizationId, personId: aliasOf };
  await write(world.store, [
    { change: 'update', record: 'member', id: { organizationId, personId }, set: { directory } },
    { change: 'insert', record: 'directoryAlias', item: { ...alias, alias: 'userName#member@example.com' } },
    { change: 'insert', record: 'directoryAlias', item: { ...alias, alias: 'externalId#e-1' } },
  ]);
};
const mine = () =>
  world.store.all('member').filter(({ personId }) => personId === session('member').personId);

describe('delete-me', () => {
  test.each([0, 1, 45])(
    '204: leaves its own and %i other organizations, and keeps no address',
    async (count) => {
      await joinOthers(count);
      const caller = session('member');
      const { status, headers } = await leave(caller);
      expect([status, headers['Set-Cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')]);
      expect(mine()).toHaveLength(count + 1);
      for (const member of mine()) expect(member).toMatchObject({ email: '', removedAt: noon.toISOString() });
      const { personId } = session('member');
      expect(await world.store.get('person', { personId })).toMatchObject({ email: '', identities: ['i'] });
      const left = world.store.all('auditEvent').filter(({ action }) => action === 'member.left');
      expect(left.map(({ target }) => target)).toEqual(Array.from({ length: count + 1 }, () => personId));
      // Only the organization of the session learns of it.
      const { tokenId } = caller;
      for (const { organizationId, actor } of left)
        expect([organizationId, actor]).toEqual([
          organizationId,
          {
            kind: 'person',
            personId,
            ...(organizationId === organization.organizationId
              ? { role: 'member', tokenId }
              : { role: 'admin' }),
          },
        ]);
    },
  );

  test('204: keeps the id where no restore reaches, before anything changes', async () => {
    const { commit } = world.store;
    world.store.commit = async () => Promise.reject(new Error('cut'));
    expect((await leave(session('member'))).status).toBe(500);
    world.store.commit = commit;
    const kept = { personId: session('member').personId, forgottenAt: noon.toISOString() };
    expect(forgottenOfName([...world.lockedObjects.keys()].join())).toEqual(kept);
    expect([...world.lockedObjects.values()].map(String)).toEqual([JSON.stringify(kept)]);
  });

  test('204: keeps no name that a directory gave; its names for the person are free, and expire', async () => {
    await manage();
    expect((await leave(session('member'))).status).toBe(204);
    expect(mine()).toMatchObject([{ email: '', removedAt: noon.toISOString() }]);
    expect(mine()[0]).not.toHaveProperty('directory');
    const free = { personId: '', expiresAt: noon.toISOString() };
    expect(world.store.all('directoryAlias')).toMatchObject([free, free]);
  });

  test('204: leaves a name in the directory to whoever has it by now', async () => {
    await manage(organization, 'another');
    const before = world.store.all('directoryAlias');
    expect((await leave(session('member'))).status).toBe(204);
    expect(world.store.all('directoryAlias')).toEqual(before);
  });

  test('204: keeps no address and no name where the person was removed before', async () => {
    await joinOthers(45);
    const former = mine().filter(({ organizationId }) => organizationId !== organization.organizationId);
    for (const one of former) await manage(one);
    const at = later(-60).toISOString();
    for (const one of former) await write(world.store, removeMember({ kind: 'operator' }, one, { now: at }));
    expect((await leave(session('member'))).status).toBe(204);
    expect(mine()).toHaveLength(46);
    for (const { email, directory, organizationId, removedAt } of mine()) {
      const isHere = organizationId === organization.organizationId;
      expect([email, directory, removedAt]).toEqual(['', undefined, isHere ? noon.toISOString() : at]);
    }
    expect(world.store.all('directoryAlias').filter(({ personId }) => personId !== '')).toEqual([]);
  });

  test('204: an interruption keeps the caller’s own membership, so that the call can be repeated', async () => {
    await joinOthers(30);
    const { store } = world;
    const commit = store.commit.bind(store);
    let commits = 0;
    store.commit = async (changes) => {
      if (++commits === 2) throw new Error('cut');
      return commit(changes);
    };
    expect((await leave(session('member'))).status).toBe(500);
    store.commit = commit;
    expect(mine().filter(({ removedAt }) => removedAt !== undefined)).toHaveLength(25);
    expect((await leave(session('member'))).status).toBe(204);
    expect(mine().every(({ email }) => email === '')).toBe(true);
  });

  test('409: the last owner of any organization stays everywhere', async () => {
    await joinOthers(1);
    const before = world.store.all('member');
    const { body } = await leave(session('owner'));
    expect(body).toMatchObject({ code: 'conflict', organizationIds: [organization.organizationId] });
    expect(world.store.all('member')).toEqual(before);
  });

  test('403: a sign-in that is not recent, and a session of an organization’s own issuer', async () => {
    const old = { ...session('member'), signedInAt: later(-1_000).toISOString() };
    expect((await leave(old)).body['code']).toBe('reauthentication_required');
    const ofIssuer = { ...session('member'), issuerOf: organization.organizationId };
    expect((await leave(ofIssuer)).body['code']).toBe('sign_in_refused');
    expect(mine()).toMatchObject([{ email: 'member@example.com' }]);
  });

  test('401: a token cannot leave for a person', async () => {
    expect((await leave(organization.as('member'))).status).toBe(401);
  });
});
