import { beforeEach, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { forgetAgain } from '#app/operator/forget-again.ts';
import { forgottenName } from '@scangate/domain/offboarding/forgotten-person';
import { addMember } from '@scangate/domain/identity/members';
import { memorySealStore } from '#test/support/billing/memory-ledger-seal-store.ts';
import { later, newOrganization, noon, testIds, write } from '#test/support/world.ts';

let store: MemoryStore;
let seals: ReturnType<typeof memorySealStore>;
beforeEach(() => {
  store = new MemoryStore();
  seals = memorySealStore();
});

const restoredTo = noon.toISOString();
const again = () => forgetAgain({ restoredTo }, { store, sealStore: seals.sealStore }, later(3_600));
const forgotten = (personId: string, minutes: number) =>
  seals.sealStore.keep(
    forgottenName({ personId, forgottenAt: later(minutes * 60).toISOString() }),
    Buffer.from(''),
  );
/** A person who is a member of two organizations. */
const personOfTwo = async () => {
  const personId = testIds.uuid();
  const email = `${personId}@example.com`;
  const organizations = [await newOrganization(store), await newOrganization(store)];
  for (const { organizationId } of organizations)
    await write(
      store,
      addMember(
        { kind: 'system' },
        { organizationId, personId, email, role: 'member', joinedAt: restoredTo },
      ),
    );
  const item = { personId, email, createdAt: restoredTo, identities: ['i'] };
  await write(store, [{ change: 'insert', record: 'person', item }]);
  return { personId, email };
};
const has = (email: string) => JSON.stringify([store.all('member'), store.all('person')]).includes(email);

test('whoever had the address removed since is removed everywhere, and nobody else', async () => {
  const [removed, before, stays] = [await personOfTwo(), await personOfTwo(), await personOfTwo()];
  await forgotten(removed.personId, 10);
  await forgotten(before.personId, -10);
  const answer = await again();
  expect(answer).toEqual({ people: [removed.personId], lastOwners: [] });
  expect([removed, before, stays].map(({ email }) => has(email))).toEqual([false, true, true]);
  expect(store.all('endedCredentials')).toHaveLength(2);
  const rows = store.all('auditEvent').length;
  expect(await again()).toEqual(answer);
  expect(store.all('auditEvent')).toHaveLength(rows);
});

test('the last owner of a restored organization stays there, and is told', async () => {
  const organization = await newOrganization(store);
  const { organizationId } = organization;
  const { personId } = organization.as('owner');
  await forgotten(personId, 10);
  expect(await again()).toEqual({ people: [personId], lastOwners: [{ personId, organizationId }] });
  expect((await store.get('member', { organizationId, personId }))?.removedAt).toBeUndefined();
});
