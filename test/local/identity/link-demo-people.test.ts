import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { linkDemoPeople } from '#local/identity/link-demo-people.ts';
import { newOrganization, noon, testIds, write } from '#test/support/world.ts';
import { identityHash } from '@scangate/domain/identity/identity-hash';
import { roles, type Role } from '@scangate/domain/identity/roles';

const issuer = 'http://localhost:4011/oidc';

const personOf = async (store: MemoryStore, role: Role) => {
  const hash = identityHash({ issuer, subject: `demo-${role}` });
  const identity = await store.get('identity', { identityHash: hash });
  return { hash, personId: identity?.personId };
};

test('each person of the issuer is linked to the member with that role, with the address from the issuer', async () => {
  const store = new MemoryStore();
  const { organizationId, as } = await newOrganization(store);
  await linkDemoPeople(store, organizationId, { issuer, now: noon });
  for (const role of roles) {
    const { hash, personId = '' } = await personOf(store, role);
    expect(personId).toBe(as(role).personId);
    expect(await store.get('person', { personId })).toMatchObject({
      email: `${role}@demo.example`,
      identities: [hash],
    });
    expect((await store.get('member', { organizationId, personId }))?.email).toBe(`${role}@demo.example`);
  }
});

test('a second run changes nothing, and with another issuer it adds the identity', async () => {
  const store = new MemoryStore();
  const { organizationId, as } = await newOrganization(store);
  await linkDemoPeople(store, organizationId, { issuer, now: noon });
  await linkDemoPeople(store, organizationId, { issuer, now: noon });
  const { personId } = as('owner');
  expect((await store.get('person', { personId }))?.identities).toHaveLength(1);
  await linkDemoPeople(store, organizationId, { issuer: 'http://localhost:5000/oidc', now: noon });
  expect((await store.get('person', { personId }))?.identities).toHaveLength(2);
});

test('of several members with a role the first current one is linked, and a new demo takes the identity over', async () => {
  const store = new MemoryStore();
  const { organizationId, as } = await newOrganization(store);
  const joinedAt = new Date(noon.getTime() + 1_000).toISOString();
  const second = {
    organizationId,
    personId: testIds.uuid(),
    email: 'second@example.com',
    role: 'admin' as const,
  };
  await write(store, [{ change: 'insert', record: 'member', item: { ...second, joinedAt } }]);
  await linkDemoPeople(store, organizationId, { issuer, now: noon });
  expect((await personOf(store, 'admin')).personId).toBe(as('admin').personId);
  const id = { organizationId, personId: as('admin').personId };
  await write(store, [{ change: 'update', record: 'member', id, set: { removedAt: joinedAt } }]);
  await linkDemoPeople(store, organizationId, { issuer, now: noon });
  expect((await personOf(store, 'admin')).personId).toBe(second.personId);
  const next = await newOrganization(store);
  await linkDemoPeople(store, next.organizationId, { issuer, now: noon });
  expect((await personOf(store, 'owner')).personId).toBe(next.as('owner').personId);
});
