import { beforeEach, expect, test } from 'vitest';
import type { Role } from '@scangate/domain/identity/roles';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import {
  sessionsOf,
  signInAs,
  startedSignIn,
  post,
  samlKey,
  withSaml,
} from '#test/support/sso/saml-sign-in.ts';
import { actionsOf, regulated, signedIn } from '#test/support/sso/sso-world.ts';
import { packed, signedResponse } from '#test/support/saml/identity-provider.ts';
import { newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

const roles = {
  claim: 'groups',
  values: { admins: 'admin', finance: 'billing', staff: 'member' },
} as const;

let organization: TestOrganization;
let organizationId: string;
beforeEach(async () => {
  resetWorld();
  organization = await regulated();
  ({ organizationId } = organization);
  await withSaml(organizationId, { roles: { ...roles, values: { ...roles.values } } });
});

const memberOf = (role: Role) => {
  const { personId } = organization.as(role);
  return world.store.get('member', { organizationId, personId });
};
const signIn = (email: string, groups: string[] = [], nameId = email) =>
  signInAs(organizationId, { nameId, attributes: { email: [email], groups } });
const roleOf = async (email: string) => {
  const { items } = await world.store.list('members', { organizationId });
  return items.find((member) => member.email === email)?.role;
};
const codeOf = ({ status, text }: { status: number; text: string }) => [
  status,
  /Code: <code>(\w+)</.exec(text)?.[1],
];
const refused = [403, 'sign_in_refused'];

test.each<[string[], Role]>([
  [[], 'member'],
  [['unknown', 'owner', 'constructor'], 'member'],
  [['staff'], 'member'],
  [['staff', 'finance'], 'billing'],
  [['finance', 'admins', 'staff'], 'admin'],
])('the groups %j give the role %s', async (groups, role) => {
  await signIn('new@example.com', groups);
  expect(await roleOf('new@example.com')).toBe(role);
});

test('the role follows the groups at each sign-in, with an event of the system', async () => {
  await signIn('new@example.com', ['admins']);
  await signIn('new@example.com', ['finance']);
  expect(await roleOf('new@example.com')).toBe('billing');
  const { items } = await world.store.list('auditEvents', { organizationId });
  expect(items.find(({ action }) => action === 'member.changed')).toMatchObject({
    actor: { kind: 'system' },
    before: { role: 'admin' },
    after: { role: 'billing' },
  });
});

test('an address in a verified domain is matched to its member, in any case', async () => {
  const { personId } = organization.as('admin');
  expect((await signIn('ADMIN@Example.com', ['admins'])).status).toBe(200);
  expect((await sessionsOf(organizationId)).map((session) => session.personId)).toEqual([personId]);
});

test('an owner stays an owner, and a role that the directory manages stays, too', async () => {
  await signIn('owner@example.com', ['staff']);
  expect((await memberOf('owner'))?.role).toBe('owner');
  const { personId } = organization.as('admin');
  const directory = { userName: 'admin@example.com' };
  await write(world.store, [
    { change: 'update', record: 'member', id: { organizationId, personId }, set: { directory } },
  ]);
  await signIn('admin@example.com', ['staff']);
  expect((await memberOf('admin'))?.role).toBe('admin');
});

test('without roles in the settings a member keeps the role', async () => {
  await write(world.store, [
    { change: 'update', record: 'ssoSettings', id: { organizationId }, unset: ['roles'] },
  ]);
  await signIn('admin@example.com', ['staff']);
  expect((await memberOf('admin'))?.role).toBe('admin');
});

test('403 for an address outside of verified domains, even in a parent or subdomain', async () => {
  for (const email of ['a@elsewhere.example', 'a@sub.example.com', 'a@com', 'a@example.com.evil.example'])
    expect(codeOf(await signIn(email))).toEqual(refused);
  expect(codeOf(await signInAs(organizationId, { nameId: 'no-address', attributes: {} }))).toEqual(refused);
  expect(await sessionsOf(organizationId)).toEqual([]);
});

test('403 for a domain that is added but not verified, or that was lost', async () => {
  await call('add-domain', { caller: signedIn(organization), body: { domain: 'pending.example' } });
  expect(codeOf(await signIn('a@pending.example'))).toEqual(refused);
  await write(world.store, [
    {
      change: 'update',
      record: 'organizationDomain',
      id: { organizationId, domain: 'example.com' },
      unset: ['verifiedAt'],
    },
  ]);
  expect(codeOf(await signIn('new@example.com'))).toEqual(refused);
});

test('403 for a removed member, whom the identity provider cannot restore', async () => {
  await signIn('new@example.com');
  const [session] = await sessionsOf(organizationId);
  const remove = (personId: string) =>
    write(world.store, [
      {
        change: 'update',
        record: 'member',
        id: { organizationId, personId },
        set: { removedAt: noon.toISOString() },
      },
    ]);
  await remove(session?.personId ?? '');
  expect(codeOf(await signIn('new@example.com'))).toEqual(refused);
  // A new subject with the address of a removed person is refused, too.
  expect(codeOf(await signIn('new@example.com', [], 'another-subject'))).toEqual(refused);
  await remove(organization.as('member').personId);
  expect(codeOf(await signIn('member@example.com'))).toEqual(refused);
});

test('403 once the plan has no SAML; the reason is an event', async () => {
  await write(world.store, [
    { change: 'update', record: 'account', id: { accountId: organizationId }, set: { plan: 'Team' } },
  ]);
  expect(codeOf(await signIn('new@example.com'))).toEqual(refused);
  const { items } = await world.store.list('auditEvents', { organizationId });
  expect(items.find(({ action }) => action === 'session.refused')?.after).toEqual({ reason: 'sso_plan' });
});

test('an answer of an identity provider that was replaced meanwhile is refused', async () => {
  const { cookie, facts } = await startedSignIn(organizationId);
  await write(world.store, [
    {
      change: 'update',
      record: 'ssoSettings',
      id: { organizationId },
      set: { removedAt: noon.toISOString() },
    },
  ]);
  const response = packed(signedResponse(facts, samlKey));
  expect(codeOf(await post(organizationId, cookie, response))).toEqual([400, 'sign_in_failed']);
});

test('a subject identifies a person in one organization only', async () => {
  await signIn('new@example.com');
  const other = await newOrganization(world.store, {
    plan: 'Regulated',
    licenses: 5,
    credits: { core: 1, sast: 1 },
  });
  const at = noon.toISOString();
  await write(world.store, [
    {
      change: 'insert',
      record: 'organizationDomain',
      item: {
        organizationId: other.organizationId,
        domain: 'other.example',
        verification: 'v',
        createdAt: at,
        verifiedAt: at,
      },
    },
  ]);
  await withSaml(other.organizationId);
  const facts = { nameId: 'new@example.com', attributes: { email: ['new@other.example'] } };
  expect((await signInAs(other.organizationId, facts)).status).toBe(200);
  const [one] = await sessionsOf(organizationId);
  const [two] = await sessionsOf(other.organizationId);
  expect(one?.personId).not.toBe(two?.personId);
});

test('two concurrent first sign-ins of one subject create one member', async () => {
  const both = await Promise.all([signIn('new@example.com'), signIn('new@example.com')]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const { items } = await world.store.list('members', { organizationId });
  expect(items.filter(({ email }) => email === 'new@example.com')).toHaveLength(1);
  expect((await actionsOf(organizationId)).filter((action) => action === 'member.added')).toHaveLength(1);
});
