import { beforeEach, describe, expect, test, vi } from 'vitest';
import { identityHash } from '@scangate/domain/identity/identity-hash';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import {
  bringBack,
  linkMember,
  setCookieOf,
  signIn,
  start,
  withIssuer,
} from '#test/support/api/session-calls.ts';
import { claimsOf, issuer } from '#test/support/identity/fake-sign-in.ts';
import { newOrganization, noon } from '#test/support/world.ts';

beforeEach(resetWorld);

/** The stored session of a cookie that an answer sets. */
const sessionOf = async (answer: Awaited<ReturnType<typeof signIn>>) => {
  const [, secret = ''] = setCookieOf(answer).pair.split('=');
  return world.store.get('token', { tokenHash: tokenHash(secret) });
};

describe('an organization whose 30 days after its closing are over', () => {
  const close = (organizationId: string, change: object) =>
    world.store.commit([{ change: 'update', record: 'organization', id: { organizationId }, set: change }]);
  const closing = { since: '2026-02-01T00:00:00.000Z', eraseAt: noon.toISOString(), stopped: [] };

  test('403: it is not opened, neither before nor during its erasure', async () => {
    const { organizationId, ...organization } = await newOrganization(world.store);
    withIssuer();
    await linkMember({ organizationId, ...organization }, 'owner');
    await close(organizationId, { closing });
    expect((await signIn('owner')).status).toBe(403);
    // The clock of the erasure is ahead.
    const later = { ...closing, eraseAt: '2026-03-11T00:00:00.000Z' };
    await close(organizationId, { closing: later, erasureStartedAt: '2026-03-11T00:00:00.000Z' });
    expect((await signIn('owner')).status).toBe(403);
    expect(world.store.all('token').filter(({ kind }) => kind === 'session')).toEqual([]);
  });

  test('403: nor when its erasure begins between the decision and its commit', async () => {
    const organization = await newOrganization(world.store);
    withIssuer();
    await linkMember(organization, 'owner');
    const { commit } = world.store;
    let isFirst = true;
    vi.spyOn(world.store, 'commit').mockImplementation(async (changes) => {
      const startsSession = changes.some(({ record }) => record === 'token');
      if (startsSession && isFirst) {
        isFirst = false;
        const set = { closing, erasureStartedAt: noon.toISOString() };
        const { organizationId } = organization;
        await commit.call(world.store, [
          { change: 'update', record: 'organization', id: { organizationId }, set },
        ]);
      }
      return commit.call(world.store, changes);
    });
    expect((await signIn('owner')).status).toBe(403);
    expect(world.store.all('token').filter(({ kind }) => kind === 'session')).toEqual([]);
    vi.restoreAllMocks();
  });
});

describe('a known person', () => {
  test('200: a page that redirects, and a Strict cookie for this host only', async () => {
    const organization = await newOrganization(world.store);
    withIssuer();
    await linkMember(organization, 'owner');
    const answer = await signIn('owner', { returnTo: '/console/o/1/scans?verdict=FAIL&q=a' });
    expect([answer.status, answer.headers['Content-Type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toContain(
      '<meta http-equiv="refresh" content="0; url=/console/o/1/scans?verdict=FAIL&amp;q=a">',
    );
    expect(answer.text).not.toContain('<script');
    expect(setCookieOf(answer).line).toMatch(
      /^__Host-scangate=sgc_\w{36}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(await sessionOf(answer)).toMatchObject({
      kind: 'session',
      organizationId: organization.organizationId,
      personId: organization.as('owner').personId,
      idleUntil: noon.getTime() / 1000 + 3_600,
      expiresAt: '2026-03-11T00:00:00.000Z',
      session: { signedInAt: noon.toISOString(), amr: ['pwd'], idleSeconds: 3_600 },
    });
  });

  test('the organization is the one that the last session opened, else the first that was joined', async () => {
    const [first, second] = [await newOrganization(world.store), await newOrganization(world.store)];
    withIssuer();
    const personId = await linkMember(first, 'owner');
    const { organizationId } = second;
    await world.store.commit([
      {
        change: 'insert',
        record: 'member',
        item: {
          organizationId,
          personId,
          email: 'a@example.com',
          role: 'member',
          joinedAt: '2026-03-11T00:00:00.000Z',
        },
      },
      {
        change: 'insert',
        record: 'personOrganization',
        item: { organizationId, personId, joinedAt: '2026-03-11T00:00:00.000Z' },
      },
    ]);
    expect((await sessionOf(await signIn('owner')))?.organizationId).toBe(first.organizationId);
    await world.store.commit([
      {
        change: 'update',
        record: 'identity',
        id: { identityHash: identityHash({ issuer, subject: 'owner' }) },
        set: { lastOrganizationId: organizationId },
      },
    ]);
    expect((await sessionOf(await signIn('owner')))?.organizationId).toBe(organizationId);
    await world.store.commit([
      {
        change: 'update',
        record: 'member',
        id: { organizationId, personId },
        set: { removedAt: noon.toISOString() },
      },
    ]);
    expect((await sessionOf(await signIn('owner')))?.organizationId).toBe(first.organizationId);
  });

  test('the session of the browser ends when the person signs in again', async () => {
    const organization = await newOrganization(world.store);
    withIssuer();
    await linkMember(organization, 'owner');
    const before = await signIn('owner');
    const after = await signIn('owner', { recent: 'true' }, [setCookieOf(before).pair]);
    expect([(await sessionOf(before))?.revokedAt, (await sessionOf(after))?.revokedAt]).toEqual([
      noon.toISOString(),
      undefined,
    ]);
  });

  test('a person has 20 sessions, and the oldest one ends', async () => {
    const organization = await newOrganization(world.store);
    withIssuer();
    const personId = await linkMember(organization, 'owner');
    const answers = [];
    for (let count = 0; count < 22; count++) answers.push(await signIn('owner'));
    const ended = await Promise.all(
      answers.map(async (each) => (await sessionOf(each))?.revokedAt !== undefined),
    );
    expect(ended).toEqual(Array.from({ length: 22 }, (_, index) => index < 2));
    expect((await world.store.get('person', { personId }))?.sessions).toHaveLength(20);
  });
});

describe('a new person', () => {
  test('403 no_organization when sign-up is closed, and nothing is stored of the person', async () => {
    withIssuer([claimsOf('new')]);
    const { status, body } = await signIn('new');
    expect([status, body['code']]).toEqual([403, 'no_organization']);
    expect(
      await world.store.get('identity', { identityHash: identityHash({ issuer, subject: 'new' }) }),
    ).toBe(undefined);
  });

  test('an open deployment gives a Free organization, one for each person', async () => {
    withIssuer([claimsOf('new')], { signUp: 'open' });
    const [one, two] = [await sessionOf(await signIn('new')), await sessionOf(await signIn('new'))];
    expect(one?.organizationId).toBe(two?.organizationId);
    const { organizationId = '', personId = '' } = one ?? {};
    const [account, member, person] = await world.store.load([
      { record: 'account', id: { accountId: organizationId } },
      { record: 'member', id: { organizationId, personId } },
      { record: 'person', id: { personId } },
    ] as const);
    expect([account?.plan, member?.role, person?.signedUpOrganizationId]).toEqual([
      'Free',
      'owner',
      organizationId,
    ]);
    await world.store.commit([
      {
        change: 'update',
        record: 'member',
        id: { organizationId, personId },
        set: { removedAt: noon.toISOString() },
      },
    ]);
    const again = await signIn('new');
    expect([again.status, again.body['code']]).toEqual([403, 'no_organization']);
  });

  test.each([
    ['unverified', { emailVerified: false }, 403],
    ['missing', { email: undefined, emailVerified: false }, 403],
    ['in another domain', { email: 'new@example.org' }, 403],
    ['in a subdomain', { email: 'new@sub.example.com' }, 403],
    ['in the domain', { email: 'new@EXAMPLE.com' }, 200],
  ])('when sign-up is limited to a domain: an address that is %s', async (_, claims, expected) => {
    withIssuer([claimsOf('new', claims)], { signUp: 'domains', domains: ['example.com'] });
    expect((await signIn('new')).status).toBe(expected);
  });
});

describe('an answer that belongs to no sign-in of this browser', () => {
  const expectRefused = async (answer: Awaited<ReturnType<typeof signIn>>) => {
    expect([answer.status, answer.body['code']]).toEqual([400, 'sign_in_failed']);
    expect(answer.headers['Set-Cookie']).toBe(undefined);
  };

  test('state unknown, or none', async () => {
    withIssuer([claimsOf('new')], { signUp: 'open' });
    const started = await start();
    await expectRefused(await bringBack({ ...started, state: 'unknown' }, { subject: 'new' }));
    await expectRefused(await bringBack({ ...started, state: '' }, { subject: 'new' }));
    const forged = started.state.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    await expectRefused(await bringBack({ ...started, state: forged }, { subject: 'new' }));
  });

  test('used twice', async () => {
    withIssuer([claimsOf('new')], { signUp: 'open' });
    const started = await start();
    expect((await bringBack(started, { subject: 'new' })).status).toBe(200);
    await expectRefused(await bringBack(started, { subject: 'new' }));
  });

  test('from another browser, or one without the cookie', async () => {
    withIssuer([claimsOf('new')], { signUp: 'open' });
    const [mine, theirs] = [await start(), await start()];
    await expectRefused(await bringBack({ ...mine, cookie: theirs.cookie }, { subject: 'new' }));
    await expectRefused(await bringBack({ ...mine, cookie: '' }, { subject: 'new' }));
  });

  test('two sign-ins of one browser do not interfere', async () => {
    withIssuer([claimsOf('new')], { signUp: 'open' });
    const one = await start();
    const two = await start({}, [one.cookie]);
    expect((await bringBack(one, { subject: 'new' })).status).toBe(200);
    expect((await bringBack(two, { subject: 'new' })).status).toBe(200);
  });

  test('a code that the issuer does not exchange', async () => {
    withIssuer();
    await expectRefused(await bringBack(await start(), { subject: 'nobody' }));
  });

  test('a browser gets a page that says what to do', async () => {
    withIssuer();
    const headers = { Accept: 'text/html,application/xhtml+xml' };
    const { status, text } = await bringBack(await start(), { subject: 'nobody', headers });
    expect(status).toBe(400);
    expect(text).toContain('Start again in this browser, and finish within 10 minutes.');
    expect(text).toContain('sign_in_failed');
  });

  test('an authentication time in the future', async () => {
    withIssuer([claimsOf('new', { authTime: '2026-03-10T12:02:00.000Z' })], { signUp: 'open' });
    await expectRefused(await bringBack(await start(), { subject: 'new' }));
  });
});
