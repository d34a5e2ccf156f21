import { describe, expect, test, vi } from 'vitest';
import {
  acquireLease,
  releaseLease,
  sessionWaitersPerOrganization,
  waitersPerOrganization,
} from '#app/scans/waiter-lease.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { later, noon, testIds } from '#test/support/world.ts';

describe('a waiter lease', () => {
  const organizationId = testIds.uuid();
  const acquire = (store: MemoryStore, { holder = testIds.uuid(), at = noon, isSession = false } = {}) =>
    acquireLease({ organizationId, holder, timeoutMs: 60_000, isSession }, store, at);
  const acquireMany = (store: MemoryStore, count: number, isSession = false) =>
    Promise.all(Array.from({ length: count }, () => acquire(store, { isSession })));

  test('is acquired by exactly a hundred of many concurrent requests, each with its own slot', async () => {
    const leases = await acquireMany(new MemoryStore(), 150);
    const slots = leases.flatMap((lease) => (lease ? [lease.slot] : []));
    expect(slots.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(waitersPerOrganization).toBe(100);
  });

  test('takes about one write each, also when a hundred come at once', async () => {
    const store = new MemoryStore();
    const commit = vi.spyOn(store, 'commit');
    await acquireMany(store, 40);
    expect(commit.mock.calls.length).toBeLessThan(60);
  });

  test('tries each free slot once, so that the attempts are bounded', async () => {
    const store = new MemoryStore();
    const refusal = { change: { change: 'insert', record: 'waiter' }, found: undefined } as never;
    const commit = vi.spyOn(store, 'commit').mockResolvedValue(refusal);
    expect(await acquire(store)).toBeUndefined();
    expect(commit).toHaveBeenCalledTimes(waitersPerOrganization);
  });

  test('of a session is none of those of tokens', async () => {
    const store = new MemoryStore();
    await acquireMany(store, waitersPerOrganization);
    expect(await acquire(store)).toBeUndefined();
    const sessions = await acquireMany(store, sessionWaitersPerOrganization + 5, true);
    expect(sessions.filter(Boolean)).toHaveLength(sessionWaitersPerOrganization);
  });

  test('expires after the wait, whatever happened to its holder, and not before', async () => {
    const store = new MemoryStore();
    await acquireMany(store, waitersPerOrganization);
    expect(await acquire(store, { at: later(60) })).toBeUndefined();
    expect(await acquire(store, { holder: 'late', at: later(75) })).toMatchObject({ holder: 'late' });
  });

  test('that is released late does not release the slot of its next holder', async () => {
    const store = new MemoryStore();
    const holder = testIds.uuid();
    const lease = await acquire(store, { holder });
    if (!lease) throw new Error('there is a free slot');
    const next = await acquire(store, {
      holder: `${holder.slice(0, -12)}${holder.slice(-12)}`,
      at: later(80),
    });
    expect(next?.slot).toBe(lease.slot);
    await releaseLease({ ...lease, holder: 'first' }, store, later(81));
    expect((await store.get('waiter', lease))?.expiresAt).toBe(next?.expiresAt);
  });
});
