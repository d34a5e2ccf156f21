import type { LockedBucket } from '#ports/evidence/ledger-seal-store.ts';
import { world } from '#test/support/api/endpoint-world.ts';

export const wireLockedBucket = (): Pick<LockedBucket, 'keep'> => ({
  keep: async (name, bytes) => void (world.lockedObjects.has(name) || world.lockedObjects.set(name, bytes)),
});
