import { describe, expect, test, vi } from 'vitest';
import {
  acquireLease,
  releaseLease,
  sessionWaitersPerOrganization,
  waitersPerOrganization,
} from '#app/scans/waiting/waiter-lease.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { later, noon, testIds } from '#test/support/world.ts';

describe('a waiter lease', () => {
  const organizationId = testIds.uuid();
  interface Given {
    holder?: string;
    at?: Date;
    sessionId?: string;
  }
  const acquire = (store: MemoryStore, { holder = testIds.uuid(), at = noon, sessionId }: Given = {}) =>
    acquireLease({ organizationId, scanId: 's-1', holder, timeoutMs: 60_000, sessionId }, store, at);
  const acquireMany = (store: MemoryStore, count: number) =>
    Promise.all(Array.from({ length: count }, () => acquire(store)));
  const sessions = (store: MemoryStore, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => acquire(store, { sessionId: `session-${index}` })),
    );

  test('is acquired by exactly a hundred of many concurrent requests, each with its own slot', async () => {
    const leases = await acquireMany(new MemoryStore(), 150);
    const slots = leases.flatMap((lease) => (lease ? [lease.slot] : []));
    expect(slots.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(waitersPerOrganization).toBe(100);
  });

  test('takes about one write each, even when a hundred arrive at once', async () => {
    const store = new MemoryStore();
    const commit = vi.spyOn(store, 'commit');
    await acquireMany(store, 40);
    expect(commit.mock.calls.length).toBeLessThan(60);
  });

  test('of a token is acquired by one write, without a read, while its first slot is free', async () => {
    const store = new MemoryStore();
    const list = vi.spyOn(store, 'list');
    const commit = vi.spyOn(store, 'commit');
    expect(await acquire(store)).toMatchObject({ organizationId });
    expect([list.mock.calls.length, commit.mock.calls.length]).toEqual([0, 1]);
  });

  test('tries each free slot once, so that the attempts are bounded', async () => {
    const store = new MemoryStore();
    const refusal = { change: { change: 'insert', record: 'waiter' }, found: undefined } as never;
    const commit = vi.spyOn(store, 'commit').mockResolvedValue(refusal);
    expect(await acquire(store)).toBeUndefined();
    expect(commit).toHaveBeenCalledTimes(waitersPerOrganization);
  });

  test('of a session is separate from those of tokens', async () => {
    const store = new MemoryStore();
    await acquireMany(store, waitersPerOrganization);
    expect(await acquire(store)).toBeUndefined();
    const leases = await sessions(store, sessionWaitersPerOrganization + 5);
    expect(leases.filter(Boolean)).toHaveLength(sessionWaitersPerOrganization);
  });

  test('of sessions takes none from tokens', async () => {
    const store = new MemoryStore();
    await sessions(store, 30);
    const leases = await acquireMany(store, waitersPerOrganization);
    expect(leases.filter(Boolean)).toHaveLength(waitersPerOrganization);
  });

  test('is the only one of its session, even when many tabs wait', async () => {
    const store = new MemoryStore();
    const tabs = Array.from({ length: 30 }, () => acquire(store, { sessionId: 'session' }));
    const [only, ...others] = (await Promise.all(tabs)).flatMap((lease) => lease ?? []);
    expect(others).toEqual([]);
    expect(await acquire(store, { sessionId: 'another' })).toBeDefined();
    if (only) await releaseLease(only, store, later(1));
    expect(await acquire(store, { sessionId: 'session', at: later(1) })).toBeDefined();
  });

  test('of a session expires with its slot', async () => {
    const store = new MemoryStore();
    await acquire(store, { sessionId: 'session' });
    expect(await acquire(store, { sessionId: 'session', at: later(74) })).toBeUndefined();
    expect(await acquire(store, { sessionId: 'session', at: later(75) })).toBeDefined();
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
