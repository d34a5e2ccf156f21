import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { tokenHash } from '@scangate/domain/identity/tokens';
import type { Role } from '@scangate/domain/identity/roles';
import { call, world, type ApiResponse } from '#test/support/api/call-endpoint.ts';
import { startedSession } from '#test/support/api/session-calls.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { noon, write } from '#test/support/world.ts';

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

const sessionOf = async (role: Role = 'member') => {
  const { caller, cookie } = await startedSession(fixture.organization, role);
  const hash = tokenHash(cookie.split('=')[1] ?? '');
  const wait = (scanId: unknown) =>
    call('wait-scan', {
      caller: { ...caller, tokenHash: hash },
      params: { scanId: String(scanId) },
      query: { timeout: '600', interval: '5' },
    });
  return { caller, hash, wait };
};

describe('a session waits once', () => {
  test('and gets a retry time while it is already waiting, and another session waits', async () => {
    const { scanId } = (await create(plain())).body;
    const [first, other] = [await sessionOf(), await sessionOf('owner')];
    const waiting = first.wait(scanId);
    await runPending();
    const again = await advanceUntil(first.wait(scanId));
    expect(again.body).toMatchObject({ verdict: null, reason: 'wait_timeout', retryAfter: 5 });
    expect(again.headers['Retry-After']).toBe('5');
    const beside = other.wait(scanId);
    await runPending();
    await end(scanId);
    for (const pending of [waiting, beside])
      expect((await advanceUntil(pending)).body['verdict']).toBe('PASS');
    const { scanId: next } = (await create(plain({ commitHash: 'b'.repeat(40) }))).body;
    const later = first.wait(next);
    await runPending();
    await end(next);
    expect((await advanceUntil(later)).body['verdict']).toBe('PASS');
  });
});

describe('an open wait ends within a minute of', () => {
  const expectEndAfter = async (
    change: (session: Awaited<ReturnType<typeof sessionOf>>) => Promise<unknown>,
  ) => {
    const { scanId } = (await create(plain())).body;
    const session = await sessionOf();
    const pending = session.wait(scanId);
    await runPending();
    await change(session);
    const { body } = await advanceUntil(pending);
    expect(body).toMatchObject({ verdict: null, reason: 'wait_timeout' });
    expect(seconds()).toBeLessThan(70);
    expect(world.store.all('waiter').every(({ expiresAt }) => expiresAt <= new Date().toISOString())).toBe(
      true,
    );
  };

  test('the end of its session', () =>
    expectEndAfter(({ hash }) => {
      const revokedAt = new Date().toISOString();
      return write(world.store, [
        { change: 'update', record: 'token', id: { tokenHash: hash }, set: { revokedAt } },
      ]);
    }));

  test('the session being idle', () =>
    expectEndAfter(({ hash }) => {
      const idleUntil = noon.getTime() / 1000 + 30;
      return write(world.store, [
        { change: 'update', record: 'token', id: { tokenHash: hash }, set: { idleUntil } },
      ]);
    }));

  test('the person leaving', () =>
    expectEndAfter(({ caller: { organizationId, personId } }) => {
      const removedAt = new Date().toISOString();
      return write(world.store, [
        { change: 'update', record: 'member', id: { organizationId, personId }, set: { removedAt } },
      ]);
    }));
});

test('a wait continues while its credential cannot be read', async () => {
  const { scanId } = (await create(plain())).body;
  const { wait } = await sessionOf();
  const pending = wait(scanId);
  await runPending();
  const broken = vi.spyOn(world.store, 'load').mockRejectedValue(new Error('no database'));
  await vi.advanceTimersByTimeAsync(90_000);
  await runPending();
  broken.mockRestore();
  await end(scanId);
  expect((await advanceUntil(pending)).body['verdict']).toBe('PASS');
});
