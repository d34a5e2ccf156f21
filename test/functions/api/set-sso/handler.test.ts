import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import {
  actionsOf,
  regulated,
  signedIn,
  signedInBySso,
  verifiedDomain,
} from '#test/support/sso/sso-world.ts';
import { newSamlKey } from '#test/support/saml/identity-provider.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await regulated();
});

const issuer = {
  kind: 'oidc',
  issuer: 'https://login.example.com',
  clientId: 'client',
  clientSecret: 'a-secret-of-the-client',
};
const { clientSecret: _secret, ...known } = issuer;

const put = (body: object, caller: Caller = signedIn(organization), ifMatch = '*') =>
  call('set-sso', { caller, body, headers: { 'If-Match': ifMatch } });
const answer = async (body: object, caller?: Caller, ifMatch?: string) => {
  const { status, body: said } = await put(body, caller, ifMatch);
  return [status, said['code'], said.errors?.[0]?.pointer].filter((part) => part !== undefined);
};
const stored = async () => {
  const { organizationId } = organization;
  const sso = await world.store.get('ssoSettings', { organizationId });
  const { accessPolicy } = (await world.store.get('organization', { organizationId })) ?? {};
  return { sso, accessPolicy };
};

test('200: the secret is encrypted, and in no answer or event', async () => {
  const { status, text, headers } = await put({ issuer });
  expect([status, headers['ETag']]).toEqual([200, '"1"']);
  expect(world.sealed).toEqual([issuer.clientSecret]);
  const got = await call('get-sso', { caller: signedIn(organization) });
  expect(got.body).toMatchObject({ configured: true, issuer: known });
  expect((await stored()).sso?.issuer).toMatchObject({ sealedSecret: 'sealed-1' });
  const events = JSON.stringify(
    (await world.store.list('auditEvents', { organizationId: organization.organizationId })).items,
  );
  for (const said of [text, got.text, events]) expect(said).not.toMatch(/a-secret|sealed/);
  expect(await actionsOf(organization.organizationId)).toContain('sso.changed');
});

test('a secret that is left out stays for the same client, and for no other', async () => {
  await put({ issuer });
  expect(await answer({ issuer: known })).toEqual([200]);
  expect((await stored()).sso?.issuer).toMatchObject({ sealedSecret: 'sealed-1' });
  for (const other of [{ clientId: 'other' }, { issuer: 'https://other.example.com' }])
    expect(await answer({ issuer: { ...known, ...other } })).toEqual([
      422,
      'sso_invalid',
      '/issuer/clientSecret',
    ]);
});

test('428 without If-Match, 412 with that of an earlier version', async () => {
  const { status } = await call('set-sso', { caller: signedIn(organization), body: { issuer } });
  expect(status).toBe(428);
  expect(await answer({ issuer }, undefined, '"0"')).toEqual([200]);
  expect(await answer({ issuer }, undefined, '"0"')).toEqual([412, 'etag_mismatch']);
  expect(await answer({ issuer }, undefined, '"1"')).toEqual([200]);
});

test('two concurrent changes from one version: one is made', async () => {
  const both = await Promise.all([put({ issuer }, undefined, '"0"'), put({ issuer }, undefined, '"0"')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
});

test('422 without a verified domain', async () => {
  const other = await newOrganization(world.store);
  expect(await answer({ issuer }, signedIn(other))).toEqual([422, 'domain_not_verified']);
});

test.each([
  'http://login.example.com',
  'ftp://login.example.com',
  'https://user@login.example.com',
  'https://login.example.com?x',
  'https://login.example.com#x',
  'https://accounts.google.com',
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/organizations/v2.0',
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  'login.example.com',
])('422 sso_invalid for the issuer %s', async (url) => {
  expect(await answer({ issuer: { ...issuer, issuer: url } })).toEqual([
    422,
    'sso_invalid',
    '/issuer/issuer',
  ]);
});

test('402 on Team for SAML, roles, enforcement and session rules; OIDC is included', async () => {
  const team = await newOrganization(world.store);
  await verifiedDomain(team.organizationId, 'team.example');
  const caller = signedIn(team);
  const saml = { kind: 'saml', entityId: 'x', signInUrl: 'https://idp.example.com', certificates: ['x'] };
  for (const body of [
    { issuer: saml },
    { issuer, roles: { claim: 'groups', values: {} } },
    { issuer, enforced: { breakGlass: [caller.personId] } },
    { issuer, session: { idleMinutes: 30 } },
  ])
    expect(await answer(body, caller)).toEqual([402, 'entitlement_denied']);
  expect(await answer({ issuer }, caller)).toEqual([200]);
});

test('402 on Free and Starter', async () => {
  const starter = await newOrganization(world.store, { plan: 'Starter' });
  expect(await answer({ issuer }, signedIn(starter))).toEqual([402, 'entitlement_denied']);
});

/** A certificate with a key of this many bits, as base64 and as PEM. */
const certificateOf = (bits: number) => {
  const { certificate } = newSamlKey(bits);
  return {
    base64: certificate,
    pem: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
};

test('SAML accepts certificates as PEM and as base64, and stores one form of each', async () => {
  const { pem, base64 } = certificateOf(2048);
  const saml = { kind: 'saml', entityId: 'http://idp', signInUrl: 'https://idp.example.com/sso' };
  expect(await answer({ issuer: { ...saml, certificates: [pem, base64] } })).toEqual([200]);
  expect((await stored()).sso?.issuer).toEqual({ ...saml, certificates: [base64] });
  for (const certificates of [
    [pem, 'x'],
    [pem, certificateOf(1024).pem],
  ])
    expect(await answer({ issuer: { ...saml, certificates } })).toEqual([
      422,
      'sso_invalid',
      '/issuer/certificates/1',
    ]);
  expect(await answer({ issuer: { ...saml, signInUrl: 'http://idp', certificates: [pem] } })).toEqual([
    422,
    'sso_invalid',
    '/issuer/signInUrl',
  ]);
});

test('session rules are stored where each request reads them, and are removed when left out', async () => {
  const session = { idleMinutes: 5, absoluteHours: 24, maxTokenDays: 30 };
  await put({ issuer, session });
  expect((await stored()).accessPolicy).toEqual(session);
  await put({ issuer });
  expect((await stored()).accessPolicy).toBeUndefined();
});

test.each([
  { idleMinutes: 4 },
  { idleMinutes: 721 },
  { absoluteHours: 0 },
  { absoluteHours: 25 },
  { maxTokenDays: 367 },
  { idleMinutes: 5.5 },
])('422 for the rules %j', async (session) => {
  expect((await answer({ issuer, session })).slice(0, 2)).toEqual([422, 'validation_failed']);
});

test('422 for the owner role, and for an invalid group name', async () => {
  for (const values of [{ admins: 'owner' }, { 'a\nb': 'admin' }])
    expect((await answer({ issuer, roles: { claim: 'groups', values } }))[0]).toBe(422);
});

test('204: removing it removes the enforcement, the rules and the secret', async () => {
  const caller = signedIn(organization);
  await put({ issuer, session: { idleMinutes: 5 }, enforced: { breakGlass: [caller.personId] } });
  const remove = (ifMatch: string) => call('remove-sso', { caller, headers: { 'If-Match': ifMatch } });
  expect((await remove('"0"')).status).toBe(412);
  expect((await remove('"1"')).status).toBe(204);
  const { sso, accessPolicy } = await stored();
  expect([sso?.removedAt !== undefined, JSON.stringify(sso).includes('sealed-'), accessPolicy]).toEqual([
    true,
    false,
    undefined,
  ]);
  expect((await call('get-sso', { caller })).body).toEqual({ configured: false });
  expect((await remove('*')).status).toBe(204);
  const removals = (await actionsOf(organization.organizationId)).filter(
    (action) => action === 'sso.removed',
  );
  expect(removals).toHaveLength(1);
  expect(await answer({ issuer }, caller, '"2"')).toEqual([200]);
});

test('no other organization sees or changes the settings', async () => {
  await put({ issuer });
  const other = await regulatedElsewhere();
  expect((await call('get-sso', { caller: signedIn(other) })).body).toEqual({ configured: false });
});

const regulatedElsewhere = () =>
  newOrganization(world.store, { plan: 'Regulated', licenses: 5, credits: { core: 1, sast: 1 } });

test('sessions of an organization’s own issuer change the settings, too', async () => {
  expect(await answer({ issuer }, signedInBySso(organization))).toEqual([200]);
});
