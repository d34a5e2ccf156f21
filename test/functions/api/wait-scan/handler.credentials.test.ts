import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { recheckDueWaits } from '#app/scans/waiting/recheck-due-waits.ts';
import { acquireLease } from '#app/scans/waiting/waiter-lease.ts';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { addMs } from '@scangate/domain/instant';
import type { Role } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Token } from '@scangate/domain/records';
import { call, world, type ApiResponse } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { newCredential, newTrustRule } from '#test/support/identity/credentials.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { noon } from '#test/support/world.ts';

const { fixture, create, plain, end } = scanRequests();

/** Imports the handler first: loading takes real time, which would count as waiting. */
beforeAll(() => import('#functions/api/wait-scan/handler.ts'));
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: noon }),
);
afterEach(() => void vi.useRealTimers());

const runPending = async () => {
  for (let i = 0; i < 50; i++) await setImmediate();
};
/** Advances the clock second by second until the answer is there. */
const advanceUntil = async (pending: Promise<ApiResponse>): Promise<ApiResponse> => {
  const progress = { isDone: false };
  void Promise.allSettled([pending]).then(() => (progress.isDone = true));
  for (await runPending(); !progress.isDone; await runPending()) await vi.advanceTimersByTimeAsync(1_000);
  return pending;
};
const seconds = () => (Date.now() - noon.getTime()) / 1000;
const interval = 10;

/** A token of a member, and the wait that begins with it. */
const tokenOf = async (role: Role, more: Partial<Token> = {}) => {
  const kind = more.trustId === undefined ? 'personal' : 'pipeline';
  const secret = await newCredential({ store: world.store, ...fixture }, kind, { role, ...more });
  const { tokenId, expiresAt, tokenHash: hash } = (await stored(secret)) as Token;
  const { scanId } = (await create(plain())).body;
  const caller: Caller = {
    ...fixture.organization.as(role),
    tokenId,
    tokenHash: hash,
    ...(expiresAt !== undefined && { credentialEndsAt: expiresAt }),
  };
  const wait = (requestedAt = new Date()) =>
    call('wait-scan', {
      caller,
      params: { scanId: String(scanId) },
      query: { timeout: '300', interval: String(interval) },
      requestedAt,
    });
  return { caller, tokenId, hash, scanId: String(scanId), wait };
};
const stored = (secret: string) => world.store.get('token', { tokenHash: tokenHash(secret) });
const owner = () => ({ ...fixture.organization.as('owner', 'session'), signedInAt: noon.toISOString() });
const runJob = () => recheckDueWaits({ store: world.store, log: silentLog }, taskContextAt(new Date()));

const expectEnded = async (pending: Promise<ApiResponse>) => {
  const { body } = await advanceUntil(pending);
  expect(body).toMatchObject({ verdict: null, reason: 'wait_timeout', status: 'queued' });
};

/** Every action that ends a token, and the token that it ends. */
const acts: Record<
  string,
  () => Promise<{ token: Awaited<ReturnType<typeof tokenOf>>; act: () => Promise<unknown> }>
> = {
  'its revocation': async () => {
    const token = await tokenOf('member');
    return {
      token,
      act: () => call('revoke-token', { caller: owner(), params: { tokenId: token.tokenId } }),
    };
  },
  'the revocation of the token that made it': async () => {
    const parent = await tokenOf('member');
    const token = await tokenOf('member', { parentHash: parent.hash, parentId: parent.tokenId });
    return {
      token,
      act: () => call('revoke-token', { caller: owner(), params: { tokenId: parent.tokenId } }),
    };
  },
  'the removal of its person': async () => {
    const token = await tokenOf('member');
    const { personId } = token.caller;
    return { token, act: () => call('remove-member', { caller: owner(), params: { personId } }) };
  },
  'its person leaving everything': async () => {
    const token = await tokenOf('member');
    const caller = { ...fixture.organization.as('member', 'session'), signedInAt: noon.toISOString() };
    return { token, act: () => call('delete-me', { caller }) };
  },
  'the removal of its trust rule': async () => {
    const { trustId } = await newTrustRule({ store: world.store, ...fixture });
    const { organizationId } = fixture.organization;
    await world.store.commit([
      { change: 'update', record: 'organization', id: { organizationId }, set: { trustRules: 1 } },
    ]);
    const token = await tokenOf('owner', { trustId });
    return { token, act: () => call('remove-trust-rule', { caller: owner(), params: { trustId } }) };
  },
  'its trust rule acting for somebody else': async () => {
    const { trustId } = await newTrustRule({ store: world.store, ...fixture });
    const token = await tokenOf('owner', { trustId });
    const caller = fixture.organization.as('admin', 'session');
    const body = { personId: caller.personId };
    return { token, act: () => call('change-trust-rule', { caller, params: { trustId }, body }) };
  },
  'the organization closing': async () => {
    const token = await tokenOf('member');
    return { token, act: () => call('close-organization', { caller: owner(), body: { name: 'Test' } }) };
  },
};

describe.each(Object.entries(acts))('an open wait with a token ends by %s', (_name, begin) => {
  test('at its next check', async () => {
    const { token, act } = await begin();
    const pending = token.wait();
    await runPending();
    expect(await act()).toMatchObject({ status: expect.toSatisfy((status) => status < 300) });
    await expectEnded(pending);
    expect(seconds()).toBeLessThanOrEqual(interval + 1);
  });

  test('within two minutes, if its request had passed the authorizer but had no slot yet', async () => {
    const { token, act } = await begin();
    const requestedAt = new Date();
    await act();
    await vi.advanceTimersByTimeAsync(4_000);
    const pending = token.wait(requestedAt);
    await runPending();
    for (const endAt = seconds() + 60; seconds() < endAt; await runPending())
      await vi.advanceTimersByTimeAsync(1_000);
    await runJob();
    await expectEnded(pending);
    expect(seconds()).toBeLessThanOrEqual(120);
  });
});

test('a wait whose slot was acquired late checks its own credential', async () => {
  const token = await tokenOf('member');
  const requestedAt = new Date();
  await call('revoke-token', { caller: owner(), params: { tokenId: token.tokenId } });
  await vi.advanceTimersByTimeAsync(6_000);
  await expectEnded(token.wait(requestedAt));
  expect(seconds()).toBeLessThanOrEqual(6 + interval + 1);
});

test('the job completes notifications that an interrupted request did not send, once', async () => {
  const token = await tokenOf('member');
  const pending = token.wait();
  await runPending();
  const list = world.store.list.bind(world.store);
  const broken = vi
    .spyOn(world.store, 'list')
    .mockImplementation((...asked) =>
      asked[0] === 'waiters' ? Promise.reject(new Error('cut off')) : (list(...asked) as never),
    );
  expect((await call('revoke-token', { caller: owner(), params: { tokenId: token.tokenId } })).status).toBe(
    204,
  );
  broken.mockRestore();
  expect(await runJob()).toEqual({ examined: 0 });
  for (const endAt = seconds() + 40; seconds() < endAt; await runPending())
    await vi.advanceTimersByTimeAsync(1_000);
  expect(await runJob()).toEqual({ examined: 1 });
  expect(await runJob()).toEqual({ examined: 0 });
  await expectEnded(pending);
});

test('the expiry of a token ends its wait without any read of a credential', async () => {
  const token = await tokenOf('member', { expiresAt: addMs(noon, 25_000) });
  const load = vi.spyOn(world.store, 'load');
  await expectEnded(token.wait());
  expect(seconds()).toBeLessThanOrEqual(25 + interval + 1);
  expect(load).not.toHaveBeenCalled();
});

test('a wait of 300 s reads its scan 31 times and nothing else', async () => {
  const token = await tokenOf('member');
  const load = vi.spyOn(world.store, 'load');
  const list = vi.spyOn(world.store, 'list');
  const get = vi.spyOn(world.store, 'get');
  await expectEnded(token.wait());
  const read = get.mock.calls.map(([record, , options]) => [record, options?.consistent ?? false]);
  expect(read).toEqual(Array.from({ length: 31 }, () => ['scan', false]));
  expect([load.mock.calls, list.mock.calls]).toEqual([[], []]);
});

test('the wait of another credential continues, after one check of it', async () => {
  const [revoked, other] = [await tokenOf('member'), await tokenOf('admin')];
  const pending = other.wait();
  await runPending();
  const load = vi.spyOn(world.store, 'load');
  await call('revoke-token', { caller: owner(), params: { tokenId: revoked.tokenId } });
  load.mockClear();
  for (const endAt = seconds() + 60; seconds() < endAt; await runPending())
    await vi.advanceTimersByTimeAsync(1_000);
  expect(load.mock.calls.flatMap(([refs]) => refs.map(({ record }) => record))).toEqual([
    'token',
    'organization',
    'member',
    'account',
  ]);
  await end(other.scanId);
  expect((await advanceUntil(pending)).body['verdict']).toBe('PASS');
});

test('a check that fails ends nothing, and is repeated until it succeeds', async () => {
  const token = await tokenOf('member');
  const pending = token.wait();
  await runPending();
  await call('revoke-token', { caller: owner(), params: { tokenId: token.tokenId } });
  const broken = vi.spyOn(world.store, 'load').mockRejectedValue(new Error('no database'));
  for (const endAt = seconds() + 35; seconds() < endAt; await runPending())
    await vi.advanceTimersByTimeAsync(1_000);
  broken.mockRestore();
  await expectEnded(pending);
  expect(seconds()).toBeLessThanOrEqual(50);
});

test('a verdict that arrives with the end of the credential is not sent', async () => {
  const token = await tokenOf('member');
  const pending = token.wait();
  await runPending();
  await call('revoke-token', { caller: owner(), params: { tokenId: token.tokenId } });
  await end(token.scanId);
  const { body } = await advanceUntil(pending);
  expect(body).toMatchObject({ verdict: null, reason: 'wait_timeout' });
});

test('expired slots, and those of sessions without a scan, are not notified', async () => {
  const { organizationId } = fixture.organization;
  const { scanId, caller } = await tokenOf('member');
  const lease = { organizationId, scanId, holder: '00000000-0000-4000-8000-000000000001', timeoutMs: 1_000 };
  await acquireLease(lease, world.store, noon);
  await vi.advanceTimersByTimeAsync(60_000);
  await call('remove-member', { caller: owner(), params: { personId: caller.personId } });
  expect(world.store.all('scan').every(({ credentialsEndedAt }) => credentialsEndedAt === undefined)).toBe(
    true,
  );
});
