import type { Clock } from '@scangate/emulator-host/clock';
import { dayMs } from '@scangate/emulator-host/time-units';
import type { BucketPlan } from '../template/cloud-plan.ts';
import type { ObjectStore } from './object-store.ts';

/** Removes expired objects at every midnight (UTC), by the lifecycle rules of the buckets. */
export const startLifecycle = (buckets: readonly BucketPlan[], store: ObjectStore, clock: Clock): void => {
  const expire = async () => {
    for (const bucket of buckets) {
      for (const { prefix, days } of bucket.expiry) {
        await removeOlder(store, bucket.name, { prefix, before: clock.now() - days * dayMs });
      }
    }
  };
  const tomorrow = () => (Math.floor(clock.now() / dayMs) + 1) * dayMs;
  const tick = () => {
    clock.at(tomorrow(), tick);
    return expire();
  };
  if (buckets.some((bucket) => bucket.expiry.length > 0)) clock.at(tomorrow(), tick);
};

const removeOlder = async (
  store: ObjectStore,
  bucket: string,
  { prefix, before }: { prefix: string; before: number },
): Promise<void> => {
  for (const key of await store.keys(bucket, prefix)) {
    const facts = await store.head(bucket, key);
    if (facts && facts.modifiedAt <= before) await store.remove(bucket, key);
  }
};
