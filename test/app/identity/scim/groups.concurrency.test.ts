import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { addGroup, setGroup } from '#app/identity/scim/groups.ts';
import { addUser, removeUser, setUser } from '#app/identity/scim/users.ts';
import type { DirectoryActor } from '@scangate/domain/identity/scim/change-user';
import type { DirectoryUser } from '@scangate/domain/identity/scim/scim-user';
import type { Store } from '#ports/store.ts';
import { runs } from '#test/support/runs/samples.ts';
import { silentLog as log } from '#test/support/silent-log.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { later, newOrganization, noon, testIds as ids, write } from '#test/support/world.ts';

const at = noon.toISOString();
const names = ['Admins', 'Finance', 'Guests'];
const picks = fc.array(fc.nat(3), { minLength: 1, maxLength: 24 });

/** A directory with two users, who are in no group, and with groups that give roles. */
const directory = async ({ membersPerCommit = 45 } = {}) => {
  const store = new MemoryStore();
  const { organizationId } = await newOrganization(store);
  const domain = {
    domain: 'corp.example',
    verification: 'text',
    createdAt: at,
    verifiedAt: at,
    checkedAt: at,
  };
  const issuer = { kind: 'saml' as const, entityId: 'e', signInUrl: 'https://idp.example', certificates: [] };
  const roles = { claim: 'groups', values: { Admins: 'admin' as const, Finance: 'billing' as const } };
  const settings = { organizationId, issuer, roles, version: 1, changedAt: at };
  await write(store, [
    { change: 'insert', record: 'organizationDomain', item: { organizationId, ...domain } },
    { change: 'insert', record: 'ssoSettings', item: settings },
  ]);
  let seconds = 0;
  const by = (): DirectoryActor => {
    seconds += 1;
    return { organizationId, tokenId: 't-1', requestId: ids.uuid(), now: later(seconds).toISOString() };
  };
  const people: string[] = [];
  for (const name of ['jane', 'sam']) {
    const email = `${name}@corp.example`;
    const { member } = await addUser(by(), { userName: email, email, active: true }, { store, ids, log });
    people.push(member.personId);
  }
  const groups: string[] = [];
  for (const displayName of names)
    groups.push((await addGroup(by(), { displayName, members: [] }, { store, ids })).groupId);
  const [personOf, groupOf] = [(n: number) => people[n] ?? '', (n: number) => groups[n] ?? ''];
  return {
    store,
    people,
    add: (shared: Store, email: string) =>
      addUser(by(), { userName: email, email, active: true }, { store: shared, ids, log }),
    remove: (shared: Store, person: number) => removeUser(by(), personOf(person), { store: shared, log }),
    /** Adds people to a group, or removes them. */
    set: (shared: Store, { group, persons, joins }: { group: number; persons: number[]; joins: boolean }) =>
      setGroup(
        by(),
        {
          groupId: groupOf(group),
          edit: ({ group: { displayName, members } }) => {
            const some = persons.map(personOf);
            const others = members.filter((personId) => !some.includes(personId));
            return { displayName, members: [...others, ...(joins ? some : [])] };
          },
        },
        { store: shared, ids, membersPerCommit },
      ),
    change: (shared: Store, person: number, fields: Partial<DirectoryUser>) =>
      setUser(
        by(),
        { personId: personOf(person), edit: ({ user }) => ({ ...user, ...fields }) },
        { store: shared, log },
      ),
  };
};

/** Lists what the members have, and what the groups that contain them give. */
const rolesIn = (store: MemoryStore, people: readonly string[]) => {
  const managed = store.all('member').filter(({ personId }) => people.includes(personId));
  const has = managed.map(({ personId, directory: of, role, removedAt }) => ({
    personId,
    groups: of?.groups,
    role: removedAt === undefined ? role : undefined,
  }));
  const gives = managed.map(({ personId, removedAt }) => {
    const containing = store.all('directoryGroup').filter(({ members }) => members.includes(personId));
    const groups = containing.map(({ displayName }) => displayName).toSorted();
    const role = groups.includes('Admins') ? 'admin' : groups.includes('Finance') ? 'billing' : 'member';
    return { personId, groups, role: removedAt === undefined ? role : undefined };
  });
  return { has, gives };
};

test('a removal from a group is not undone by the addition to another one, or a new name, at the same moment', async () => {
  await fc.assert(
    fc.asyncProperty(picks, async (order) => {
      const { store, people, set, change } = await directory();
      await set(store, { group: 0, persons: [0], joins: true });
      expect(rolesIn(store, people).has[0]).toMatchObject({ groups: ['Admins'], role: 'admin' });
      await interleave(store, order, [
        (shared) => set(shared, { group: 0, persons: [0], joins: false }),
        (shared) => set(shared, { group: 2, persons: [0], joins: true }),
        (shared) => change(shared, 0, { displayName: 'Jane' }),
      ]);
      const { has } = rolesIn(store, people);
      expect(has[0]).toMatchObject({ groups: ['Guests'], role: 'member' });
      const [jane] = store.all('member').filter(({ personId }) => personId === people[0]);
      expect(jane?.directory?.profile).toEqual({ displayName: 'Jane' });
    }),
    { numRuns: runs(400) },
  );
});

const person = fc.nat(1);
const persons = fc.uniqueArray(person, { minLength: 1 });
const act = fc.oneof(
  fc.record({ group: fc.nat(2), persons, joins: fc.boolean() }),
  fc.record({ person, fields: fc.record({ active: fc.boolean() }) }),
  fc.record({ person, fields: fc.record({ displayName: fc.constantFrom('A', 'B') }) }),
);

const batches = fc.array(fc.tuple(fc.array(act, { minLength: 1, maxLength: 3 }), picks), { maxLength: 6 });
type History = typeof batches extends fc.Arbitrary<infer T> ? T : never;

/** Plays a history, and checks the members after each batch of requests. */
const play = async (
  history: History,
  { store, set, change }: Awaited<ReturnType<typeof directory>>,
  check: () => void,
): Promise<void> => {
  for (const [acts, order] of history) {
    const tasks = acts.map(
      (one) => (shared: Store) =>
        'group' in one ? set(shared, one) : change(shared, one.person, one.fields),
    );
    await interleave(store, order, tasks);
    check();
  }
};

test('whatever a directory sends at once, each member has the groups that contain them, and their role', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (history) => {
      const world = await directory();
      await play(history, world, () => {
        const { has, gives } = rolesIn(world.store, world.people);
        expect(has).toEqual(gives);
      });
    }),
    { numRuns: runs(400) },
  );
});

test('nobody has a group that does not contain them, or its role, when groups are stored part by part', async () => {
  const returning = [
    [{ group: 0, persons: [0, 1], joins: true }],
    [{ person: 0, fields: { active: false } }],
    [
      { group: 0, persons: [0, 1], joins: false },
      { person: 0, fields: { active: true } },
    ],
  ];
  await fc.assert(
    fc.asyncProperty(batches, picks, async (random, order) => {
      const world = await directory({ membersPerCommit: 1 });
      const history = [...returning.map((acts): History[number] => [acts, order]), ...random];
      await play(history, world, () => {
        const { has, gives } = rolesIn(world.store, world.people);
        for (const [place, { groups = [], role }] of has.entries()) {
          expect(gives[place]?.groups).toEqual(expect.arrayContaining(groups));
          const due = groups.includes('Admins') ? 'admin' : groups.includes('Finance') ? 'billing' : 'member';
          expect(role ?? due).toBe(due);
        }
      });
    }),
    { numRuns: runs(400) },
  );
});

test('whoever comes under the directory again gets what the groups that contain them give', async () => {
  await fc.assert(
    fc.asyncProperty(picks, async (order) => {
      const { store, people, set, add, remove } = await directory();
      await set(store, { group: 0, persons: [0, 1], joins: true });
      await remove(store, 0);
      const [jane] = store.all('member').filter(({ personId }) => personId === people[0]);
      if (!jane) throw new Error('no member');
      const { organizationId, personId, email } = jane;
      const again = {
        organizationId,
        personId,
        email,
        role: 'member' as const,
        joinedAt: later(99).toISOString(),
      };
      const replaceIf = [{ field: 'removedAt' as const, is: 'present' as const }];
      await write(store, [{ change: 'insert', record: 'member', item: again, replaceIf }]);
      await interleave(store, order, [
        (shared) => add(shared, email),
        (shared) => set(shared, { group: 0, persons: [0], joins: false }),
        (shared) => set(shared, { group: 1, persons: [0], joins: true }),
      ]);
      const { has, gives } = rolesIn(store, people);
      expect(has).toEqual(gives);
      expect(has[0]).toMatchObject({ groups: ['Finance'], role: 'billing' });
    }),
    { numRuns: runs(200) },
  );
});
