import { describe, expect, test } from 'vitest';
import { acquireLease, releaseLease, waitersPerOrganization } from '#app/scans/waiter-lease.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { later, noon, testIds } from '#test/support/world.ts';

describe('a waiter lease', () => {
  const organizationId = testIds.uuid();
  const acquire = (store: MemoryStore, holder: string, at = noon) =>
    acquireLease({ organizationId, holder, timeoutMs: 60_000 }, store, at);

  test('is acquired by exactly five of many concurrent requests, each with its own slot', async () => {
    const store = new MemoryStore();
    const leases = await Promise.all(
      Array.from({ length: 20 }, (_, index) => acquire(store, `holder-${index}`)),
    );
    const slots = leases.flatMap((lease) => (lease ? [lease.slot] : []));
    expect(slots.toSorted()).toEqual([0, 1, 2, 3, 4]);
  });

  test('expires after the wait, whatever happened to its holder, and not before', async () => {
    const store = new MemoryStore();
    for (let i = 0; i < waitersPerOrganization; i++) await acquire(store, `holder-${i}`);
    expect(await acquire(store, 'late', later(60))).toBeUndefined();
    expect(await acquire(store, 'late', later(75))).toMatchObject({ holder: 'late' });
  });

  test('that is released late does not release the slot of its next holder', async () => {
    const store = new MemoryStore();
    const lease = await acquire(store, 'first');
    if (!lease) throw new Error('there is a free slot');
    const next = await acquire(store, 'second', later(80));
    expect(next?.slot).toBe(lease.slot);
    await releaseLease(lease, store, later(81));
    expect((await store.get('waiter', lease))?.expiresAt).toBe(next?.expiresAt);
  });
});
