import { beforeEach, expect, test } from 'vitest';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { packed, signedResponse } from '#test/support/saml/identity-provider.ts';
import {
  post,
  samlKey,
  sessionsOf,
  signInAs,
  startedSignIn,
  withSaml,
} from '#test/support/sso/saml-sign-in.ts';
import { actionsOf, oidcIssuer, regulated, storedSso } from '#test/support/sso/sso-world.ts';
import { newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let organizationId: string;
beforeEach(async () => {
  resetWorld();
  organization = await regulated();
  ({ organizationId } = organization);
  await withSaml(organizationId);
});

const memberOf = async (email: string) => {
  const { items } = await world.store.list('members', { organizationId });
  return items.find((member) => member.email === email);
};
/** Nobody was signed in. */
const expectNobody = async (of = organizationId) => {
  expect(await sessionsOf(of)).toEqual([]);
  expect((await world.store.list('members', { organizationId: of })).items).toHaveLength(4);
};

test('200: a page sets the session cookie and redirects', async () => {
  const { status, headers, text } = await signInAs(organizationId);
  expect([status, headers['Content-Type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('/console/scans');
  const secret = /^__Host-scangate=([^;]+);/.exec(headers['Set-Cookie'] ?? '')?.[1] ?? '';
  const token = await world.store.get('token', { tokenHash: tokenHash(secret) });
  const member = await memberOf('new@example.com');
  expect(token).toMatchObject({
    kind: 'session',
    organizationId,
    personId: member?.personId,
    session: { issuerOf: organizationId },
  });
  expect(member).toMatchObject({ role: 'member' });
  expect(await actionsOf(organizationId)).toEqual(
    expect.arrayContaining(['member.added', 'session.started']),
  );
});

test('the same subject is the same person, whatever the address is now', async () => {
  await signInAs(organizationId);
  const { status } = await signInAs(organizationId, { attributes: { email: ['renamed@elsewhere.example'] } });
  expect(status).toBe(200);
  expect(await memberOf('renamed@elsewhere.example')).toBeUndefined();
  const [one, two] = await sessionsOf(organizationId);
  expect(one?.personId).toBe(two?.personId);
});

const refused = async (browser: { cookie?: string | undefined; response: string; of?: string }) => {
  const { status, headers, text } = await post(
    browser.of ?? organizationId,
    browser.cookie,
    browser.response,
  );
  expect(headers['Set-Cookie']).toBeUndefined();
  return [status, headers['Content-Type'], /Code: <code>(\w+)</.exec(text)?.[1]];
};
const failedPage = [400, 'text/html; charset=utf-8', 'sign_in_failed'];

test('a response that is posted again is refused, and so is its assertion with another request', async () => {
  const { cookie, facts } = await startedSignIn(organizationId);
  const response = packed(signedResponse(facts, samlKey));
  expect((await post(organizationId, cookie, response)).status).toBe(200);
  expect(await refused({ cookie, response })).toEqual(failedPage);
  const again = await startedSignIn(organizationId);
  expect(await refused({ cookie: again.cookie, response })).toEqual(failedPage);
  expect(await sessionsOf(organizationId)).toHaveLength(1);
});

test('one response that is posted twice concurrently starts one session', async () => {
  const { cookie, facts } = await startedSignIn(organizationId);
  const response = packed(signedResponse(facts, samlKey));
  const answers = await Promise.all([1, 2].map(() => post(organizationId, cookie, response)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await sessionsOf(organizationId)).toHaveLength(1);
});

test('an answer without a request, for another browser, and to an expired sign-in is refused', async () => {
  const { cookie, facts } = await startedSignIn(organizationId);
  const other = await startedSignIn(organizationId);
  const response = packed(signedResponse(facts, samlKey));
  for (const browser of [undefined, other.cookie, `${cookie}x`, `${cookie}; ${cookie}`])
    expect(await refused({ cookie: browser, response })).toEqual(failedPage);
  for (const inResponseTo of ['_unknown', 'x', undefined])
    expect(
      await refused({ cookie, response: packed(signedResponse({ ...facts, inResponseTo }, samlKey)) }),
    ).toEqual(failedPage);
  const early = new Date(noon.getTime() - 601_000);
  const late = await startedSignIn(organizationId, { now: early });
  expect(
    await refused({ cookie: late.cookie, response: packed(signedResponse(late.facts, samlKey)) }),
  ).toEqual(failedPage);
  await expectNobody();
});

test('a sign-in that was started for another organization is refused', async () => {
  const other = await startedSignIn(organizationId, { issuerOf: '00000000-0000-4000-8000-0000000000ff' });
  const response = packed(signedResponse(other.facts, samlKey));
  expect(await refused({ cookie: other.cookie, response })).toEqual(failedPage);
  await expectNobody();
});

test('a response for one organization opens no other, even if both trust one identity provider', async () => {
  const elsewhere = await startedSignIn(organizationId);
  const other = await anotherOrganization();
  const response = packed(signedResponse(elsewhere.facts, samlKey));
  expect(await refused({ cookie: elsewhere.cookie, response, of: other })).toEqual(failedPage);
  await expectNobody(other);
});

const anotherOrganization = async (): Promise<string> => {
  const other = await newOrganization(world.store, {
    plan: 'Regulated',
    licenses: 5,
    credits: { core: 1, sast: 1 },
  });
  await withSaml(other.organizationId);
  return other.organizationId;
};

test('an organization without SAML, with OIDC, and an unknown one get the same answer', async () => {
  const { cookie, facts } = await startedSignIn(organizationId);
  const response = packed(signedResponse(facts, samlKey));
  const [none, oidc] = [await newOrganization(world.store), await newOrganization(world.store)];
  await storedSso(oidc.organizationId, oidcIssuer);
  for (const other of [none.organizationId, oidc.organizationId, '00000000-0000-4000-8000-0000000000ff'])
    expect(await refused({ cookie, response, of: other })).toEqual(failedPage);
  expect(await actionsOf(none.organizationId)).not.toContain('session.refused');
});

test('a bad response is a page, an event with the reason, and nothing else', async () => {
  const { cookie, facts } = await startedSignIn(organizationId);
  const signed = signedResponse(facts, samlKey);
  const long = `${signed}${' '.repeat(257 * 1024)}`;
  for (const response of [
    '',
    'x',
    packed(signed.slice(0, 900)),
    packed(`<!DOCTYPE x>${signed}`),
    packed(long),
  ])
    expect(await refused({ cookie, response })).toEqual(failedPage);
  await expectNobody();
  const { items } = await world.store.list('auditEvents', { organizationId });
  const reasons = items
    .filter(({ action }) => action === 'session.refused')
    .map(({ after }) => after?.['reason']);
  expect(reasons.toSorted()).toEqual([
    'saml_malformed_xml',
    'saml_markup_refused',
    'saml_not_base64',
    'saml_too_large',
  ]);
  expect((await post(organizationId, cookie, packed(signed))).status).toBe(200);
});

test('404 for an invalid id, 415 for JSON, and 422 for a field that is sent twice', async () => {
  for (const id of ['x', '..', `${organizationId}0`])
    expect((await post(id, undefined, packed('<x/>'))).status).toBe(404);
  const send = async (raw: string, type: string) => {
    const params = { organizationId };
    return (await call('complete-saml-sign-in', { params, raw, headers: { 'Content-Type': type } })).status;
  };
  expect(await send('{"SAMLResponse":"x"}', 'application/json')).toBe(415);
  const form = 'application/x-www-form-urlencoded';
  expect(await send('SAMLResponse=x&SAMLResponse=y', form)).toBe(422);
  expect(await send('RelayState=x', form)).toBe(400);
});

test('a crash after the assertion is marked leaves no partial sign-in; a new sign-in works', async () => {
  const { cookie, facts } = await startedSignIn(organizationId);
  const commit = world.store.commit.bind(world.store);
  let commits = 0;
  world.store.commit = async (...args) => {
    if (++commits > 1) throw new Error('the process ends');
    return commit(...args);
  };
  expect((await post(organizationId, cookie, packed(signedResponse(facts, samlKey)))).status).toBe(500);
  world.store.commit = commit;
  await expectNobody();
  expect((await signInAs(organizationId)).status).toBe(200);
});
