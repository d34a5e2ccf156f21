import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acceptAgain } from '#app/identity/authenticate.ts';
import { everyRole } from '@scangate/domain/identity/roles';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { storeToken } from '#test/support/api/store-token.ts';
import { directoryOf, scimClient } from '#test/support/scim/scim-calls.ts';
import { sessionsOf, signInAs, withSaml } from '#test/support/sso/saml-sign-in.ts';
import { regulated } from '#test/support/sso/sso-world.ts';
import { noon, testIds, write, type TestOrganization } from '#test/support/world.ts';

const email = 'new@example.com';
const user = { userName: email, emails: [{ value: email, primary: true }], active: true };

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

const create = async (fields: Partial<typeof user> = {}): Promise<string> =>
  (await send('POST', 'Users', { body: { ...user, ...fields } })).body.id ?? '';
/** Creates a user with another name. */
const createOther = (address: string): Promise<string> =>
  create({ userName: `other ${address}`, emails: [{ value: address, primary: true }] });
const deactivate = (id: string) => send('PUT', 'Users', { id, body: { ...user, active: false } });
const remove = (id: string) => send('DELETE', 'Users', { id });
const signIn = (address = email, nameId = 'subject') =>
  signInAs(organizationId, { nameId, attributes: { email: [address] } });
const personOf = (personId: string) => world.store.get('person', { personId }, { consistent: true });
const ownIdentity = () => world.store.all('identity').find((each) => each.organizationId === organizationId);
const people = async () => (await sessionsOf(organizationId)).map(({ personId }) => personId);

/** Lists which of the tokens of a person are accepted now. */
const accepted = async (personId: string): Promise<string[]> => {
  const tokens = world.store.all('token').filter((token) => token.personId === personId);
  const request = { isApi: true, repositoryId: testIds.uuid() };
  const needed = { roles: everyRole, scopes: ['scans:read' as const] };
  const kinds: string[] = [];
  for (const { tokenHash, kind } of tokens) {
    const isSession = kind === 'session';
    const live = await acceptAgain({ ...request, needed, tokenHash, isSession }, world.store, new Date());
    if (live) kinds.push(kind);
  }
  return kinds.toSorted();
};

/** Gives a person a token of each kind, and an identity at the issuer of the deployment. */
const equip = async (personId: string): Promise<void> => {
  const caller = { ...organization.as('member'), personId };
  const more = { scopes: ['scans:read' as const], createdAt: new Date().toISOString() };
  const personal = await storeToken(caller, 'personal', more);
  const parent = world.store.all('token').find(({ tokenId }) => tokenId === personal);
  await storeToken(caller, 'service', more);
  await storeToken(caller, 'pipeline', { ...more, parentHash: parent?.tokenHash ?? '' });
  const item = { identityHash: 'of the deployment', personId, createdAt: noon.toISOString() };
  const identities = [...((await personOf(personId))?.identities ?? []), item.identityHash];
  await write(world.store, [
    { change: 'insert', record: 'identity', item },
    { change: 'update', record: 'person', id: { personId }, set: { identities } },
  ]);
};

test('200: the identity is the new person’s, and no former credential comes alive', async () => {
  const former = await create();
  expect((await signIn()).status).toBe(200);
  await equip(former);
  expect(await accepted(former)).toEqual(['personal', 'pipeline', 'service', 'session']);
  await remove(former);
  const current = await create();
  expect(current).not.toBe(former);
  expect((await signIn()).status).toBe(200);
  expect(await people()).toEqual(expect.arrayContaining([former, current]));
  expect([await accepted(former), await accepted(current)]).toEqual([[], ['session']]);
  const { identityHash, personId } = ownIdentity() ?? {};
  expect(personId).toBe(current);
  // The other identity stays with the former person, who is no member.
  expect((await personOf(former))?.identities).toEqual(['of the deployment']);
  expect((await personOf(current))?.identities).toEqual([identityHash]);
  expect(await world.store.get('identity', { identityHash: 'of the deployment' })).toMatchObject({
    personId: former,
  });
  expect((await signIn()).status).toBe(200);
  expect(await accepted(former)).toEqual([]);
});

test('200: two first sign-ins at once are those of one person', async () => {
  const former = await create();
  await signIn();
  await remove(former);
  const current = await create();
  const both = await Promise.all([signIn(), signIn()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await people()).filter((personId) => personId === current)).toHaveLength(2);
  expect((await personOf(former))?.identities).toEqual([]);
});

test('403: the directory did not create the user again, or with another address', async () => {
  const former = await create();
  await signIn();
  await remove(former);
  expect((await signIn()).status).toBe(403);
  await create();
  expect((await signIn('other@example.com')).status).toBe(403);
  expect((await signIn('new@elsewhere.example')).status).toBe(403);
  expect(ownIdentity()?.personId).toBe(former);
});

test('403: the member with the address is not the directory’s', async () => {
  const former = await create();
  await signIn();
  await remove(former);
  const id = { organizationId, personId: organization.as('member').personId };
  await write(world.store, [{ change: 'update', record: 'member', id, set: { email } }]);
  expect((await signIn()).status).toBe(403);
  expect(ownIdentity()?.personId).toBe(former);
});

test('200: the directory deactivated the user before it deleted them', async () => {
  const former = await create();
  await signIn();
  await deactivate(former);
  expect((await signIn()).status).toBe(403);
  await remove(former);
  const current = await create();
  expect((await signIn()).status).toBe(200);
  expect(ownIdentity()?.personId).toBe(current);
});

test('403: the address is that of a user who was there before', async () => {
  const boss = await createOther('boss@example.com');
  const former = await create();
  await signIn();
  await remove(former);
  expect((await signIn('boss@example.com')).status).toBe(403);
  expect(ownIdentity()?.personId).toBe(former);
  expect(await people()).not.toContain(boss);
});

test('403: the address is that of a user who was created since, but not of the former one', async () => {
  const former = await create();
  await signIn();
  await remove(former);
  await createOther('boss@example.com');
  expect((await signIn('boss@example.com')).status).toBe(403);
  expect(ownIdentity()?.personId).toBe(former);
});

test('403: the former user is only deactivated, and returns as who they were', async () => {
  const former = await create();
  await signIn();
  await deactivate(former);
  const other = await createOther(email);
  expect((await signIn()).status).toBe(403);
  await send('PUT', 'Users', { id: former, body: user });
  expect((await signIn()).status).toBe(200);
  expect(ownIdentity()?.personId).toBe(former);
  expect(await people()).not.toContain(other);
});

test('403: the user with the address has an identity of their own', async () => {
  const former = await create();
  await signIn();
  await remove(former);
  const current = await create();
  expect((await signIn(email, 'another subject')).status).toBe(200);
  expect(await people()).toContain(current);
  expect((await signIn()).status).toBe(403);
  expect(ownIdentity()?.personId).toBe(former);
});
