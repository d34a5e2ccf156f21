import { beforeEach, describe, expect, test } from 'vitest';
import { csrfToken } from '@scangate/domain/identity/csrf';
import { tokenKinds } from '@scangate/domain/identity/caller';
import { generateToken } from '@scangate/domain/identity/tokens';
import { authorize } from '#functions/api/authorizer/handler.ts';
import { sessionCookieName } from '#runtime/http/cookies.ts';
import {
  asBearer,
  asCookie,
  authorized,
  inPlace,
  newCredential,
  newCredentialWorld,
  newTrustRule,
  type CredentialWorld,
} from '#test/support/identity/credentials.ts';
import { later, testIds, write } from '#test/support/world.ts';

let world: CredentialWorld;
beforeEach(async () => {
  world = await newCredentialWorld();
});

const ask = (headers: Record<string, string>, at = later(1)) => authorized(world, headers, at);
const ends = (seconds: number) => later(seconds).getTime() / 1000;
const idleEnd = () => world.store.all('token')[0]?.idleUntil;
const organizationId = () => world.organization.organizationId;

describe('each kind of credential has one place', () => {
  test.each(tokenKinds)('%s is read there, and is 401 in the other one', async (kind) => {
    const rule = kind === 'pipeline' ? await newTrustRule(world) : undefined;
    const secret = await newCredential(world, kind, rule && { trustId: rule.trustId });
    expect(await ask(inPlace(kind, secret))).toMatchObject({ tokenKind: kind });
    const reads = world.tokens.reads;
    expect(await ask(kind === 'session' ? asBearer(secret) : asCookie(secret))).toBeUndefined();
    expect(world.tokens.reads).toBe(reads);
  });

  test('an invitation is never a credential, and costs no call', async () => {
    const secret = generateToken('invitation', testIds.bytes(60));
    expect(await ask(asBearer(secret))).toBeUndefined();
    expect(await ask(asCookie(secret))).toBeUndefined();
    expect(world.tokens.reads).toBe(0);
  });

  test('Authorization takes precedence over a cookie, even when it is invalid', async () => {
    const session = asCookie(await newCredential(world, 'session'));
    const personal = asBearer(await newCredential(world, 'personal', { role: 'member' }));
    expect(await ask({ ...session, ...personal })).toMatchObject({ tokenKind: 'personal', role: 'member' });
    expect(await ask({ ...session, Authorization: 'Bearer nothing' })).toBeUndefined();
    expect(await ask({ ...session, Authorization: '' })).toBeUndefined();
  });
});

describe('a cookie', () => {
  test('that is sent twice is 401, in one header or in two', async () => {
    const [mine, other] = [await newCredential(world, 'session'), await newCredential(world, 'session')];
    for (const second of [mine, other]) {
      const Cookie = `${sessionCookieName}=${mine}; ${sessionCookieName}=${second}`;
      expect(await ask({ Cookie })).toBeUndefined();
      const multiValueHeaders = {
        Cookie: [`${sessionCookieName}=${mine}`, `a=1; ${sessionCookieName}=${second}`],
      };
      await expect(authorize({ headers: null, multiValueHeaders }, world, later(1))).rejects.toThrow(
        /^Unauthorized$/,
      );
    }
    expect(world.tokens.reads).toBe(0);
  });

  test('is read beside others, and its name must match exactly', async () => {
    const secret = await newCredential(world, 'session');
    expect(await ask({ Cookie: `a=1; ${sessionCookieName}=${secret}; b=2` })).toBeDefined();
    for (const name of ['scangate', '__Secure-scangate', '__host-scangate', `${sessionCookieName}-signin`])
      expect(await ask({ Cookie: `${name}=${secret}` })).toBeUndefined();
  });

  test('gives what serve checks: the CSRF value, the sign-in, and the issuer', async () => {
    const session = { signedInAt: later(-60).toISOString(), amr: ['otp'], idleSeconds: 60 };
    const own = await newCredential(world, 'session', {
      session: { ...session, issuerOf: organizationId() },
    });
    expect(await ask(asCookie(own))).toMatchObject({
      csrf: csrfToken(own),
      signedInAt: session.signedInAt,
      issuerOf: organizationId(),
    });
    const foreign = await newCredential(world, 'session', {
      session: { ...session, issuerOf: testIds.uuid() },
    });
    expect(await ask(asCookie(foreign))).toBeUndefined();
    expect(await ask(asBearer(await newCredential(world, 'personal')))).not.toHaveProperty('csrf');
  });
});

describe('the idle expiry of a session', () => {
  test('moves with each use, but not with background requests', async () => {
    const cookie = asCookie(await newCredential(world, 'session'));
    await ask(cookie, later(600));
    expect(idleEnd()).toBe(ends(4_200));
    await ask({ ...cookie, 'Scangate-Background': '1' }, later(700));
    expect(idleEnd()).toBe(ends(4_200));
    await ask({ ...cookie, 'scangate-background': '0' }, later(701));
    expect(idleEnd()).toBe(ends(4_301));
  });

  test('does not move with a wait, which continues without a person', async () => {
    const secret = await newCredential(world, 'session');
    const event = { headers: asCookie(secret), path: '/v1/scans/0197c0de-0000-7000-8000-000000000001/wait' };
    await authorize(event, world, later(600));
    expect(idleEnd()).toBe(ends(3_600));
    await authorize({ ...event, path: '/v1/scans' }, world, later(600));
    expect(idleEnd()).toBe(ends(4_200));
  });

  test('ends a session of which only a background tab is left', async () => {
    const cookie = { ...asCookie(await newCredential(world, 'session')), 'Scangate-Background': '1' };
    for (let minutes = 10; minutes < 60; minutes += 10)
      expect(await ask(cookie, later(minutes * 60))).toBeDefined();
    expect(await ask(cookie, later(3_600))).toBeUndefined();
  });

  test('is final: no request revives the session', async () => {
    const cookie = asCookie(await newCredential(world, 'session'));
    expect(await ask(cookie, later(3_599))).toBeDefined();
    expect(await ask(cookie, later(3_599 + 3_600))).toBeUndefined();
    expect(await ask(cookie, later(3_600))).toBeDefined();
    const { idleUntil } = world.store.all('token')[0] ?? {};
    expect(idleUntil).toBe(ends(7_200));
  });

  test('is not the only one: 12 hours after its start the session ends', async () => {
    const secret = await newCredential(world, 'session', { idleUntil: ends(86_400) });
    expect(await ask(asCookie(secret), later(12 * 3_600 - 1))).toBeDefined();
    expect(await ask(asCookie(secret), later(12 * 3_600))).toBeUndefined();
  });
});

describe("the organization's own rules", () => {
  const set = (change: object) =>
    write(world.store, [
      { change: 'update', record: 'organization', id: { organizationId: organizationId() }, set: change },
    ]);

  const onPlan = (plan: 'Team' | 'Regulated') =>
    write(world.store, [
      { change: 'update', record: 'account', id: { accountId: organizationId() }, set: { plan } },
    ]);
  beforeEach(() => onPlan('Regulated'));

  test('with enforced single sign-on its own sessions are accepted, and the named owners', async () => {
    const [owner, member] = [
      await newCredential(world, 'session'),
      await newCredential(world, 'session', { role: 'member' }),
    ];
    const session = { amr: [], idleSeconds: 3_600, issuerOf: organizationId() };
    const own = await newCredential(world, 'session', { role: 'member', session });
    const token = await newCredential(world, 'personal', { role: 'member' });
    const breakGlass = [world.organization.as('owner').personId];
    await set({ accessPolicy: { enforced: { since: later(0).toISOString(), breakGlass } } });
    expect(await ask(asCookie(owner))).toBeDefined();
    expect(await ask(asCookie(own))).toBeDefined();
    expect(await ask(asCookie(member))).toBeUndefined();
    expect(await ask(asBearer(token))).toBeDefined();
  });

  test('a named owner is accepted without the required methods, but in no other role', async () => {
    const owner = await newCredential(world, 'session');
    const { personId } = world.organization.as('owner');
    const enforced = { since: later(0).toISOString(), breakGlass: [personId] };
    await set({ accessPolicy: { enforced, requiredAmr: ['mfa'] } });
    expect(await ask(asCookie(owner))).toBeDefined();
    const id = { organizationId: organizationId(), personId };
    await write(world.store, [{ change: 'update', record: 'member', id, set: { role: 'admin' } }]);
    expect(await ask(asCookie(owner))).toBeUndefined();
  });

  test('rules that the plan no longer includes lock nobody out', async () => {
    const member = await newCredential(world, 'session', { role: 'member' });
    await set({ accessPolicy: { enforced: { since: later(0).toISOString(), breakGlass: [] } } });
    expect(await ask(asCookie(member))).toBeUndefined();
    await onPlan('Team');
    expect(await ask(asCookie(member))).toBeDefined();
  });

  test('shorter sessions end at once', async () => {
    const secret = await newCredential(world, 'session', { idleUntil: ends(86_400) });
    await set({ accessPolicy: { absoluteHours: 1 } });
    expect(await ask(asCookie(secret), later(3_599))).toBeDefined();
    expect(await ask(asCookie(secret), later(3_600))).toBeUndefined();
  });

  test('while the organization closes tokens are invalid, and sessions say so', async () => {
    await set({ closing: { since: later(0).toISOString(), eraseAt: later(86_400).toISOString() } });
    expect(await ask(asCookie(await newCredential(world, 'session')))).toMatchObject({ closing: 'true' });
    for (const kind of ['personal', 'service', 'directory'] as const)
      expect(await ask(asBearer(await newCredential(world, kind)))).toBeUndefined();
  });
});
