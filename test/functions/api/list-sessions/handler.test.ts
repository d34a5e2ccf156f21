import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { linkMember, setCookieOf, signIn, withIssuer } from '#test/support/api/session-calls.ts';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  withIssuer();
  await linkMember(organization, 'owner');
});

const session = async () => {
  const { pair } = setCookieOf(await signIn('owner'));
  const stored = await world.store.get('token', { tokenHash: tokenHash(pair.split('=')[1] ?? '') });
  const caller = { ...organization.as('owner', 'session'), tokenId: stored?.tokenId ?? '' };
  return { caller, headers: { Cookie: pair } };
};
const items = async (asked: Awaited<ReturnType<typeof session>>) =>
  (await call('list-sessions', asked)).body['items'] as Record<string, unknown>[];

test('200: the live sessions of the person, newest first, without secrets', async () => {
  const [one, two] = [await session(), await session()];
  const listed = await items(one);
  expect(listed.map(({ sessionId, current }) => [sessionId, current])).toEqual([
    [two.caller.tokenId, false],
    [one.caller.tokenId, true],
  ]);
  expect(JSON.stringify(listed)).not.toMatch(/sgc_|[0-9a-f]{64}/);
});

test('a person ends another session, and the current one; then neither is listed, nor found again', async () => {
  const [one, two] = [await session(), await session()];
  const end = (sessionId: string) => call('end-own-session', { ...one, params: { sessionId } });
  expect((await end(two.caller.tokenId)).status).toBe(204);
  expect((await items(one)).map(({ sessionId }) => sessionId)).toEqual([one.caller.tokenId]);
  const again = await end(two.caller.tokenId);
  expect([again.status, again.body['code']]).toEqual([404, 'session_not_found']);
  const out = await call('end-session', one);
  expect([out.status, setCookieOf(out).line]).toEqual([
    204,
    '__Host-scangate=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
  ]);
  expect(await items(one)).toEqual([]);
});

test('404 for the session of another person', async () => {
  const mine = await session();
  await linkMember(organization, 'member');
  const theirs = setCookieOf(await signIn('member')).pair.split('=')[1] ?? '';
  const sessionId = (await world.store.get('token', { tokenHash: tokenHash(theirs) }))?.tokenId ?? '';
  const answer = await call('end-own-session', { ...mine, params: { sessionId } });
  expect([answer.status, answer.body['code']]).toEqual([404, 'session_not_found']);
});

test('a session of an organization’s own issuer neither lists nor ends those of another organization', async () => {
  const elsewhere = await session();
  const own = await newOrganization(world.store);
  const issuerOf = own.organizationId;
  const personId = organization.as('owner').personId;
  const caller = { ...own.as('member', 'session'), personId, issuerOf };
  const asked = { caller, headers: { Cookie: '__Host-scangate=none' } };
  expect(await items(asked)).toEqual([]);
  const answer = await call('end-own-session', {
    ...asked,
    params: { sessionId: elsewhere.caller.tokenId },
  });
  expect([answer.status, answer.body['code']]).toEqual([404, 'session_not_found']);
  expect(await items(elsewhere)).toHaveLength(1);
});
