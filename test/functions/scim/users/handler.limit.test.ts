import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maxMembers } from '@scangate/domain/identity/invitations/member-limit';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { directoryOf, scimClient } from '#test/support/scim/scim-calls.ts';
import { signInAs, withSaml } from '#test/support/sso/saml-sign-in.ts';
import { regulated } from '#test/support/sso/sso-world.ts';
import { noon, testIds, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let organizationId: string;
let send: ReturnType<typeof scimClient>;
afterEach(() => void vi.setSystemTime(noon));
beforeEach(async () => {
  resetWorld();
  organization = await regulated();
  ({ organizationId } = organization);
  await withSaml(organizationId);
  send = scimClient(directoryOf(organization));
});

const member = (number: number) => ({
  organizationId,
  personId: `p-${number}`,
  email: `p${number}@example.com`,
  role: 'member' as const,
  joinedAt: noon.toISOString(),
});

/** Adds members until there are so many. The organization has four. */
const fillTo = async (count: number): Promise<void> => {
  for (let number = 4; number < count; number += 1)
    await write(world.store, [{ change: 'insert', record: 'member', item: member(number) }]);
};

const create = (name: string, active = true) =>
  send('POST', 'Users', { body: { userName: `${name}@example.com`, active } });
const signIn = (name: string) =>
  signInAs(organizationId, { nameId: name, attributes: { email: [`${name}@example.com`] } });
const invite = (name: string) =>
  call('create-invitation', {
    caller: organization.as('owner', 'session'),
    body: { email: `${name}@example.com`, role: 'member' },
    headers: { 'Idempotency-Key': testIds.uuid() },
  });

test('an organization has at most 10,000 members: a directory, a sign-in and an invitation add no other', async () => {
  expect(maxMembers).toBe(10_000);
  await fillTo(maxMembers - 1);
  // A user who is not active yet counts as well.
  const { status, body } = await create('last', false);
  expect(status).toBe(201);
  const refused = [await create('next'), await signIn('another'), await invite('third')];
  expect(refused.map((answer) => answer.status)).toEqual([422, 403, 409]);
  const { items } = await world.store.list('auditEvents', { organizationId });
  expect(items.find(({ action }) => action === 'session.refused')?.after).toEqual({ reason: 'sso_limit' });
  // Whoever is a member signs in, comes under the directory, and is activated.
  expect((await signIn('p5')).status).toBe(200);
  expect((await create('p6')).status).toBe(201);
  const activate = { Operations: [{ op: 'replace', path: 'active', value: true }] };
  expect((await send('PATCH', 'Users', { id: body.id ?? '', body: activate })).status).toBe(200);
  await send('DELETE', 'Users', { id: body.id ?? '' });
  expect((await create('next')).status).toBe(201);
});
