import { beforeEach, describe, expect, test, vi } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { memberCalls } from '#test/support/api/member-calls.ts';
import { bringBack, linkMember, setCookieOf, signIn, withIssuer } from '#test/support/api/session-calls.ts';
import { claimsOf } from '#test/support/identity/fake-sign-in.ts';
import { invitationCalls } from '#test/support/invitations/invitation-calls.ts';
import { secretOf, mailsSentAt } from '#test/support/invitations/sent-links.ts';
import { later, newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  vi.setSystemTime(noon);
  resetWorld();
  organization = await newOrganization(world.store);
  withIssuer([claimsOf('new'), claimsOf('other')]);
});
const { invite, withdraw } = invitationCalls(() => organization);
const { change, remove, countOwners, personOf } = memberCalls(() => organization);

const joined = () =>
  world.store.all('member').filter(({ email, removedAt }) => email === 'new@example.com' && !removedAt);
/** Invites new@example.com, and returns the id of the invitation and the secret of the mailed link. */
const invited = async (...given: Parameters<typeof invite>) => {
  const { body } = await invite(...given);
  const [mail = { text: '' }] = await mailsSentAt(new Date());
  return { invitationId: String(body['invitationId']), secret: secretOf(mail) };
};
/** Starts a sign-in with the secret of a link, as the page of the invitation does. */
const begin = async (invitation: string) => {
  const answer = await call('start-sign-in-by-post', { body: { invitation } });
  const state = new URL(String(answer.body['url'])).searchParams.get('state') ?? '';
  return { cookie: setCookieOf(answer).pair, state };
};
const accept = async (invitation: string, subject = 'new') => bringBack(await begin(invitation), { subject });
const beginErasure = async () => {
  const { organizationId } = organization;
  const at = noon.toISOString();
  const set = { closing: { since: at, eraseAt: at, stopped: [] }, erasureStartedAt: at };
  await write(world.store, [{ change: 'update', record: 'organization', id: { organizationId }, set }]);
  return { status: 204 };
};
const codeOf = async (answer: ReturnType<typeof accept>) => {
  const { status, text } = await answer;
  return [status, /sign_in_refused|invitation_expired|sign_in_failed/.exec(text)?.[0]];
};

describe('a sign-in with an invitation link', () => {
  test.each(['owner', 'admin', 'billing', 'member'] as const)('200: joins as %s, once', async (role) => {
    const { secret, invitationId } = await invited(role);
    expect((await accept(secret)).status).toBe(200);
    expect(joined()).toMatchObject([{ role, joinedAt: noon.toISOString() }]);
    expect(await countOwners()).toBe(role === 'owner' ? 2 : 1);
    const [{ personId } = { personId: '' }] = joined();
    const id = { organizationId: organization.organizationId, personId };
    expect(await world.store.get('personOrganization', id)).toMatchObject(id);
    const [accepted] = world.store.all('auditEvent').filter(({ action }) => action === 'invitation.accepted');
    expect(accepted).toMatchObject({ target: invitationId, actor: { personId, role }, after: { role } });
    expect(await codeOf(accept(secret))).toEqual([410, 'invitation_expired']);
    expect(joined()).toHaveLength(1);
  });

  test('200: the address is compared without regard to case', async () => {
    const { secret } = await invited('member', { email: 'NEW@Example.COM' });
    expect((await accept(secret)).status).toBe(200);
  });

  test('200: an existing member keeps the role, and the invitation is used', async () => {
    const { secret } = await invited('admin');
    await linkMember(organization, 'member', 'new');
    expect((await accept(secret)).status).toBe(200);
    const { organizationId } = organization;
    const member = await world.store.get('member', { organizationId, personId: personOf('member') });
    expect(member?.role).toBe('member');
    expect(world.store.all('invitation')).toMatchObject([{ acceptedAt: noon.toISOString() }]);
  });

  test('403: another address, and an unverified one', async () => {
    const { secret } = await invited();
    withIssuer([claimsOf('other'), claimsOf('new', { emailVerified: false })]);
    expect(await codeOf(accept(secret, 'other'))).toEqual([403, 'sign_in_refused']);
    expect(await codeOf(accept(secret, 'new'))).toEqual([403, 'sign_in_refused']);
    withIssuer([claimsOf('new', { email: undefined })]);
    expect(await codeOf(accept(secret, 'new'))).toEqual([403, 'sign_in_refused']);
    expect(joined()).toEqual([]);
  });

  test('403: an address that differs by a letter that only Unicode lower-cases to the same', async () => {
    const { secret } = await invited('member', { email: 'kim@example.com' });
    withIssuer([claimsOf('kelvin', { email: '\u212Aim@example.com' })]);
    expect(await codeOf(accept(secret, 'kelvin'))).toEqual([403, 'sign_in_refused']);
  });

  test('410: withdrawn, replaced, expired, or unknown', async () => {
    const first = await invited();
    const second = await invited('admin');
    expect(await codeOf(accept(first.secret))).toEqual([410, 'invitation_expired']);
    await withdraw(second.invitationId);
    expect(await codeOf(accept(second.secret))).toEqual([410, 'invitation_expired']);
    const third = await invited();
    vi.setSystemTime(later(7 * 86_400));
    withIssuer([claimsOf('new', { authTime: undefined })]);
    expect(await codeOf(accept(third.secret))).toEqual([410, 'invitation_expired']);
    expect(joined()).toEqual([]);
  });

  test('410: the inviter was removed, can no longer give the role, or has rejoined since', async () => {
    await change(personOf('admin'), 'owner');
    const byAdmin = { caller: { ...organization.as('admin'), role: 'owner' as const } };
    const { secret } = await invited('billing', byAdmin);
    await change(personOf('admin'), 'admin');
    expect(await codeOf(accept(secret))).toEqual([410, 'invitation_expired']);
    await change(personOf('admin'), 'owner');
    await remove(personOf('admin'));
    expect(await codeOf(accept(secret))).toEqual([410, 'invitation_expired']);
    const { organizationId } = organization;
    await write(world.store, [
      {
        change: 'update',
        record: 'member',
        id: { organizationId, personId: personOf('admin') },
        set: { joinedAt: later(1).toISOString() },
        unset: ['removedAt'],
      },
    ]);
    expect(await codeOf(accept(secret))).toEqual([410, 'invitation_expired']);
    expect(joined()).toEqual([]);
  });

  test('410: a removed person cannot rejoin with an earlier invitation', async () => {
    const { secret } = await invited('admin');
    await linkMember(organization, 'member', 'new');
    vi.setSystemTime(later(1));
    await remove(personOf('member'));
    expect(await codeOf(accept(secret))).toEqual([410, 'invitation_expired']);
    vi.setSystemTime(later(2));
    const again = await invited('admin');
    withIssuer([claimsOf('new')]);
    expect((await accept(again.secret)).status).toBe(200);
  });
});

describe('concurrently', () => {
  test('of two acceptances of one link, one joins', async () => {
    const { secret } = await invited('owner');
    const begun = await Promise.all([begin(secret), begin(secret)]);
    const answers = await Promise.all(begun.map((each) => bringBack(each, { subject: 'new' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect(joined()).toHaveLength(1);
    expect(await countOwners()).toBe(2);
  });

  test.each([
    ['withdrawn', (id: string) => withdraw(id)],
    ['voided, because its inviter is removed', () => remove(personOf('admin'))],
    ['voided, because its inviter is demoted', () => change(personOf('admin'), 'member')],
    ['voided, because the organization is being erased', () => beginErasure(), 'owner' as const],
  ])('accepted while it is %s: either one, and never both', async (_name, meanwhile, role?: 'owner') => {
    const { secret, invitationId } = await invited(role ?? 'member', {
      caller: organization.as(role ?? 'admin'),
    });
    const begun = await begin(secret);
    const commit = world.store.commit.bind(world.store);
    let isFirst = true;
    vi.spyOn(world.store, 'commit').mockImplementation(async (changes) => {
      const accepts = changes.some(
        ({ record, change: kind }) => record === 'invitation' && kind === 'update',
      );
      if (isFirst && accepts && changes.some(({ record }) => record === 'signIn')) {
        isFirst = false;
        expect((await meanwhile(invitationId)).status).toBeLessThan(300);
      }
      return commit(changes);
    });
    expect(await codeOf(bringBack(begun, { subject: 'new' }))).toEqual([410, 'invitation_expired']);
    vi.restoreAllMocks();
    expect([joined(), isFirst]).toEqual([[], false]);
  });
});

test('interrupted at its commit, an acceptance leaves no partial member, and the next sign-in completes it', async () => {
  const { secret } = await invited('owner');
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(world.store, 'commit').mockRejectedValueOnce(new Error('cut'));
  const begun = await begin(secret).catch(() => undefined);
  vi.restoreAllMocks();
  expect([begun, joined()]).toEqual([undefined, []]);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const waiting = await begin(secret);
  const commit = world.store.commit.bind(world.store);
  vi.spyOn(world.store, 'commit').mockImplementation(async (changes) => {
    if (!changes.some(({ record }) => record === 'member')) return commit(changes);
    await commit(changes);
    throw new Error('cut after the commit');
  });
  expect((await bringBack(waiting, { subject: 'new' })).status).toBe(500);
  vi.restoreAllMocks();
  expect(joined()).toHaveLength(1);
  expect(await countOwners()).toBe(2);
  // The link is used, but the person is a member, and a plain sign-in opens the organization.
  expect((await signIn('new')).status).toBe(200);
});
