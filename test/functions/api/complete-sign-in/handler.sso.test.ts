import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { bringBack, setCookieOf, start, withIssuer } from '#test/support/api/session-calls.ts';
import { claimsOf } from '#test/support/identity/fake-sign-in.ts';
import { samlIssuer, sessionsOf, withSaml } from '#test/support/sso/saml-sign-in.ts';
import { oidcIssuer, regulated, signedIn, storedSso } from '#test/support/sso/sso-world.ts';
import { newOrganization, write, type TestOrganization } from '#test/support/world.ts';

const issuer = 'https://login.example.com';
const own = (subject: string, more: Parameters<typeof claimsOf>[1] = {}) =>
  claimsOf(subject, { issuer, emailVerified: false, ...more });

let organization: TestOrganization;
let organizationId: string;
beforeEach(async () => {
  resetWorld();
  organization = await regulated();
  ({ organizationId } = organization);
  withIssuer([
    own('new'),
    own('admin', { claims: { groups: ['staff'] } }),
    own('liar', { email: 'owner@example.com', claims: { email_verified: ['false'] } }),
    claimsOf('outsider'),
  ]);
});

const byEmail = (email = 'somebody@Example.com') => start({ email });
const signInBy = async (subject: string) => bringBack(await byEmail(), { subject });
const locationOf = async (query: Record<string, string>, cookies: string[] = []) => {
  const { headers } = await call('start-sign-in', { query, headers: { Cookie: cookies.join('; ') } });
  return { url: new URL(headers['Location'] ?? ''), cookie: headers['Set-Cookie'] ?? '' };
};

test('an address in a verified domain starts at the issuer of its organization', async () => {
  await storedSso(organizationId, oidcIssuer);
  expect((await locationOf({ email: 'somebody@EXAMPLE.com' })).url.origin).toBe(issuer);
  expect((await locationOf({ email: 'somebody@elsewhere.example' })).url.origin).not.toBe(issuer);
  expect((await locationOf({})).url.origin).not.toBe(issuer);
});

test('the issuer of an organization lets a new person join as a member, and opens that organization only', async () => {
  await storedSso(organizationId, oidcIssuer);
  expect((await signInBy('new')).status).toBe(200);
  expect(await sessionsOf(organizationId)).toMatchObject([{ session: { issuerOf: organizationId } }]);
  const { items } = await world.store.list('members', { organizationId });
  expect(items.find(({ email }) => email === 'new@example.com')).toMatchObject({ role: 'member' });
});

test('an address that the issuer marks as unverified is refused', async () => {
  await storedSso(organizationId, oidcIssuer);
  expect((await signInBy('liar')).body['code']).toBe('sign_in_refused');
  expect(await sessionsOf(organizationId)).toEqual([]);
});

test('claims of another issuer are ignored', async () => {
  await storedSso(organizationId, oidcIssuer);
  expect((await signInBy('outsider')).status).toBe(400);
});

test('groups give roles on Regulated, by a claim of the ID token', async () => {
  const roles = { claim: 'groups', values: { staff: 'billing' as const } };
  await storedSso(organizationId, oidcIssuer, { roles });
  await signInBy('admin');
  const { personId } = organization.as('admin');
  expect((await world.store.get('member', { organizationId, personId }))?.role).toBe('billing');
});

test('Team has OIDC; an organization whose plan lost it refuses', async () => {
  await storedSso(organizationId, oidcIssuer);
  const plan = (name: 'Team' | 'Starter') =>
    write(world.store, [
      { change: 'update', record: 'account', id: { accountId: organizationId }, set: { plan: name } },
    ]);
  await plan('Team');
  expect((await signInBy('new')).status).toBe(200);
  await plan('Starter');
  expect((await signInBy('new')).body['code']).toBe('sign_in_refused');
});

test('SAML starts with a redirect request, and a cookie that is sent with a cross-site form', async () => {
  await withSaml(organizationId);
  const { url, cookie } = await locationOf({ email: 'somebody@example.com' });
  expect(`${url.origin}${url.pathname}`).toBe(samlIssuer.signInUrl);
  expect(url.searchParams.get('SAMLRequest')).toMatch(/^[A-Za-z0-9+/]+=*$/);
  expect(cookie).toContain('SameSite=None');
});

test('a recent sign-in is proven at the issuer of the session', async () => {
  await storedSso(organizationId, oidcIssuer);
  const cookie = setCookieOf(await signInBy('new')).pair;
  expect((await locationOf({ recent: 'true' }, [cookie])).url.origin).toBe(issuer);
  expect((await locationOf({ recent: 'true' })).url.origin).not.toBe(issuer);
});

test('a session of an organization’s own issuer cannot switch to another organization', async () => {
  await storedSso(organizationId, oidcIssuer);
  await signInBy('new');
  const [session] = await sessionsOf(organizationId);
  const other = await newOrganization(world.store);
  const caller = { ...signedIn(organization), personId: session?.personId ?? '', issuerOf: organizationId };
  const { status } = await call('switch-organization', {
    caller,
    body: { organizationId: other.organizationId },
  });
  expect(status).toBeGreaterThanOrEqual(400);
});

test('an address with a letter that only Unicode folds to that of a member is a different person', async () => {
  await storedSso(organizationId, oidcIssuer);
  const email = 'kay@example.com';
  await signInBy('new');
  const [{ personId = '' } = {}] = await sessionsOf(organizationId);
  await write(world.store, [
    { change: 'update', record: 'member', id: { organizationId, personId }, set: { email } },
  ]);
  withIssuer([own('kelvin', { email: email.replace('k', '\u212a') })]);
  expect((await signInBy('kelvin')).status).toBe(200);
  const people = (await sessionsOf(organizationId)).map((session) => session.personId);
  expect(new Set(people).size).toBe(2);
});
