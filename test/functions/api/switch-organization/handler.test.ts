import { beforeEach, expect, test } from 'vitest';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { setCookieOf, startedSession } from '#test/support/api/session-calls.ts';
import { later, newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

let first: TestOrganization;
let second: TestOrganization;
let session: Awaited<ReturnType<typeof startedSession>>;

beforeEach(async () => {
  resetWorld();
  [first, second] = [
    await newOrganization(world.store),
    await newOrganization(world.store, { plan: 'Regulated', credits: { core: 100 } }),
  ];
  session = await startedSession(first, 'owner');
  const { organizationId } = second;
  const { personId } = session.caller;
  const joinedAt = noon.toISOString();
  await write(world.store, [
    {
      change: 'insert',
      record: 'member',
      item: { organizationId, personId, email: 'a@example.com', role: 'member', joinedAt },
    },
    { change: 'insert', record: 'personOrganization', item: { organizationId, personId, joinedAt } },
  ]);
});

const switchTo = (organizationId: string, more = {}) =>
  call('switch-organization', {
    caller: { ...session.caller, ...more },
    headers: { Cookie: session.cookie },
    body: { organizationId },
  });
const stored = (pair: string) => world.store.get('token', { tokenHash: tokenHash(pair.split('=')[1] ?? '') });

test('204: a new secret opens the organization, the old one ends, and the expiry of the session stays', async () => {
  const answer = await switchTo(second.organizationId);
  expect([answer.status, answer.text]).toEqual([204, '']);
  const before = await stored(session.cookie);
  expect(before?.revokedAt).toBe(noon.toISOString());
  expect(await stored(setCookieOf(answer).pair)).toMatchObject({
    organizationId: second.organizationId,
    billingAccountId: second.organizationId,
    personId: session.caller.personId,
    expiresAt: before?.expiresAt,
    session: { signedInAt: noon.toISOString(), amr: ['pwd'] },
  });
  expect((await world.store.get('person', { personId: session.caller.personId }))?.sessions).toHaveLength(1);
});

test('404 for foreign and missing organizations, and those that the person left', async () => {
  const foreign = await newOrganization(world.store);
  const { organizationId } = second;
  await write(world.store, [
    {
      change: 'update',
      record: 'member',
      id: { organizationId, personId: session.caller.personId },
      set: { removedAt: noon.toISOString() },
    },
  ]);
  const absent = '0aa0bb0c-0000-4000-8000-00000000dead';
  for (const target of [foreign.organizationId, organizationId, absent]) {
    const { status, body } = await switchTo(target);
    expect([status, body['code']]).toEqual([404, 'organization_not_found']);
  }
});

test('404 for the session of an organization’s own issuer, which opens only that organization', async () => {
  const { status, body } = await switchTo(second.organizationId, { issuerOf: first.organizationId });
  expect([status, body['code']]).toEqual([404, 'organization_not_found']);
});

test.each([
  [{ enforced: { since: noon.toISOString(), breakGlass: [] } }, 403],
  [{ requiredAmr: ['mfa'] }, 403],
  [{ requiredAmr: ['pwd'], idleMinutes: 5, absoluteHours: 1 }, 204],
])('an organization with the access policy %j', async (accessPolicy, status) => {
  const { organizationId } = second;
  await write(world.store, [
    { change: 'update', record: 'organization', id: { organizationId }, set: { accessPolicy } },
  ]);
  const answer = await switchTo(organizationId);
  expect(answer.status).toBe(status);
  if (status === 403) expect(answer.body['code']).toBe('sign_in_refused');
  else
    expect(await stored(setCookieOf(answer).pair)).toMatchObject({
      expiresAt: '2026-03-10T13:00:00.000Z',
      session: { idleSeconds: 300 },
    });
});

test('the sign-in does not get younger by switching', async () => {
  const { organizationId } = second;
  const setHours = (absoluteHours: number) =>
    write(world.store, [
      {
        change: 'update',
        record: 'organization',
        id: { organizationId },
        set: { accessPolicy: { absoluteHours } },
      },
    ]);
  const signedInAt = later(-3 * 3_600).toISOString();
  const id = { tokenHash: tokenHash(session.cookie.split('=')[1] ?? '') };
  await write(world.store, [{ change: 'update', record: 'token', id, set: { createdAt: signedInAt } }]);
  await setHours(2);
  const refused = await switchTo(organizationId);
  expect([refused.status, refused.body['code']]).toEqual([403, 'sign_in_refused']);
  await setHours(4);
  const answer = await switchTo(organizationId);
  expect(await stored(setCookieOf(answer).pair)).toMatchObject({
    expiresAt: later(3_600).toISOString(),
    session: { startedAt: signedInAt },
  });
});

test('two concurrent switches leave one session', async () => {
  const answers = await Promise.all([switchTo(second.organizationId), switchTo(second.organizationId)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401]);
});
