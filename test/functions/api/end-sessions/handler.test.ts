import { beforeEach, expect, test } from 'vitest';
import type { Role } from '@scangate/domain/identity/roles';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { linkMember, setCookieOf, signIn, withIssuer } from '#test/support/api/session-calls.ts';
import { newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  withIssuer();
  for (const role of ['owner', 'admin', 'member'] as const) await linkMember(organization, role);
});

/** Signs a member in once more. */
const session = async (role: Role) => {
  const { pair } = setCookieOf(await signIn(role));
  const hash = tokenHash(pair.split('=')[1] ?? '');
  const stored = await world.store.get('token', { tokenHash: hash });
  const caller = { ...organization.as(role, 'session'), tokenId: stored?.tokenId ?? '' };
  return { hash, caller, headers: { Cookie: pair } };
};
type Session = Awaited<ReturnType<typeof session>>;

const hasEnded = async ({ hash }: Session): Promise<boolean> =>
  (await world.store.get('token', { tokenHash: hash }))?.revokedAt !== undefined;
const end = async ({ caller, headers }: Pick<Session, 'caller' | 'headers'>, personId?: string) => {
  const { status, body } = await call('end-sessions', {
    caller,
    headers,
    ...(personId !== undefined && { query: { personId } }),
  });
  return status === 204 ? [status] : [status, body['code']];
};
const endings = () => world.store.all('auditEvent').filter(({ action }) => action === 'session.ended');

test('204: a person ends all other sessions at once, and goes on in this one', async () => {
  const [one, two, three] = [await session('owner'), await session('owner'), await session('owner')];
  const other = await session('member');
  expect(await end(two)).toEqual([204]);
  expect([await hasEnded(one), await hasEnded(two), await hasEnded(three)]).toEqual([true, false, true]);
  expect(await hasEnded(other)).toBe(false);
  const { body } = await call('list-sessions', two);
  expect(body['items']).toMatchObject([{ sessionId: two.caller.tokenId, current: true }]);
  const { personId } = two.caller;
  expect(endings().map(({ target }) => target)).toEqual(
    expect.arrayContaining([one.caller.tokenId, three.caller.tokenId]),
  );
  for (const { actor, before } of endings())
    expect([actor, before]).toMatchObject([{ personId }, { personId, cause: 'signed_out' }]);
});

test('204: there is nothing left to end, and nothing is written', async () => {
  const only = await session('owner');
  expect(await end(only)).toEqual([204]);
  expect([await hasEnded(only), endings()]).toEqual([false, []]);
});

test('204: all of the 20 sessions that a person may have', async () => {
  const sessions: Session[] = [];
  for (let index = 0; index < 20; index++) sessions.push(await session('owner'));
  const last = sessions.at(-1)!;
  expect(await end(last)).toEqual([204]);
  expect(endings()).toHaveLength(19);
  expect(await hasEnded(last)).toBe(false);
});

test('204: an owner or admin ends every session of a member who stays', async () => {
  const [one, two] = [await session('member'), await session('member')];
  const admin = await session('admin');
  expect(await end(admin, one.caller.personId)).toEqual([204]);
  expect([await hasEnded(one), await hasEnded(two), await hasEnded(admin)]).toEqual([true, true, false]);
  expect(endings().map(({ actor, before }) => [actor, before])).toMatchObject(
    [one, two].map(({ caller: { personId } }) => [
      { personId: admin.caller.personId },
      { personId, cause: 'ended_by_manager' },
    ]),
  );
  const after = await session('member');
  expect(await hasEnded(after)).toBe(false);
});

test('sessions that a member has in another organization go on', async () => {
  const here = await session('member');
  const other = await newOrganization(world.store);
  const { organizationId } = other;
  const { personId } = here.caller;
  const [email, joinedAt] = ['member@example.com', noon.toISOString()];
  const item = { organizationId, personId, email, role: 'member' as const, joinedAt };
  await write(world.store, [{ change: 'insert', record: 'member', item }]);
  const elsewhere = { caller: other.as('owner', 'session'), headers: { Cookie: '__Host-scangate=none' } };
  expect(await end(elsewhere, personId)).toEqual([204]);
  expect(await hasEnded(here)).toBe(false);
});

test('403 and 404: a member ends those of nobody else, an admin not those of an owner', async () => {
  const [owner, admin, member] = [await session('owner'), await session('admin'), await session('member')];
  expect(await end(member, admin.caller.personId)).toEqual([403, 'role_required']);
  expect(await end(admin, owner.caller.personId)).toEqual([403, 'role_required']);
  expect(await end(owner, '00000000-0000-4000-8000-0000000000ff')).toEqual([404, 'member_not_found']);
  expect(endings()).toEqual([]);
  expect(await end(owner, admin.caller.personId)).toEqual([204]);
  expect(await hasEnded(admin)).toBe(true);
});

test('a session of an organization’s own issuer ends none of another organization', async () => {
  const elsewhere = await session('owner');
  const own = await newOrganization(world.store);
  const { personId } = elsewhere.caller;
  const caller = { ...own.as('member', 'session'), personId, issuerOf: own.organizationId };
  expect(await end({ caller, headers: { Cookie: '__Host-scangate=none' } })).toEqual([204]);
  expect(await hasEnded(elsewhere)).toBe(false);
});

test('two at once: each session ends once', async () => {
  const sessions = [await session('owner'), await session('owner'), await session('owner')];
  const [one, two] = sessions as [Session, Session, Session];
  const answers = await Promise.all([end(one), end(two)]);
  expect(answers).toEqual([[204], [204]]);
  expect(endings()).toHaveLength(new Set(endings().map(({ target }) => target)).size);
  expect(endings().length).toBeGreaterThanOrEqual(2);
});
