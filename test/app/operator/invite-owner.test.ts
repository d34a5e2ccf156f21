import { beforeEach, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { addMember } from '@scangate/domain/identity/members';
import { codeOf, invitedOwner, provision } from '#test/support/billing/operator-actions.ts';
import { later } from '#test/support/world.ts';

const organizationId = '11111111-1111-4111-8111-111111111111';
const owner = 'owner@example.com';
const week = 7 * 86_400;

let store: MemoryStore;
beforeEach(async () => {
  store = new MemoryStore();
  await provision({ organizationId, name: 'Acme', plan: 'Team', ownerEmail: owner }, store);
});
const inviteAgain = (email = owner, more: object = {}) =>
  invitedOwner({ organizationId, email }, store, { now: later(week), ...more });

test('a first owner who did not accept in time is invited again, by mail', async () => {
  const { invitationId, link } = await inviteAgain();
  expect(link).toBeUndefined();
  expect(store.all('invitation')).toMatchObject([{}, { invitationId, role: 'owner', invitedBy: 'operator' }]);
  expect(store.all('mail')).toHaveLength(2);
});

test('without a mail sender the answer has a link, and a second request replaces a lost answer', async () => {
  const [first, second] = [
    await inviteAgain(owner, { sends: false }),
    await inviteAgain(owner, { sends: false }),
  ];
  expect(first.link).not.toBe(second.link);
  const open = store.all('invitation').filter(({ withdrawnAt }) => withdrawnAt === undefined);
  expect(open.at(-1)).toMatchObject({ invitationId: second.invitationId });
  expect(store.all('invitation')).toContainEqual(
    expect.objectContaining({ invitationId: first.invitationId, withdrawnAt: later(week).toISOString() }),
  );
});

test('an owner who is locked out is invited at the address of the member, which stays a member', async () => {
  const member = { organizationId, personId: 'p', email: owner, role: 'owner' as const };
  await store.commit(addMember({ kind: 'operator' }, { ...member, joinedAt: later(0).toISOString() }));
  expect((await inviteAgain()).organizationId).toBe(organizationId);
});

test('an unknown organization, and an invalid address, are refused', async () => {
  const unknown = { organizationId: organizationId.replaceAll('1', '2'), email: owner };
  expect(await codeOf(() => invitedOwner(unknown, store))).toBe('organization_not_found');
  expect(await codeOf(() => inviteAgain('nobody'))).toBe('validation_failed');
});
