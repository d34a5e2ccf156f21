import { recheckWaits } from '@scangate/domain/identity/revocation/end-credentials';
import { errorFields, type Log } from '#ports/log.ts';
import { listAll, type Store } from '#ports/store.ts';
import { runConcurrently } from '#app/jobs/run-concurrently.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';

export type WaitRecheckStore = Pick<Store<'waiter', 'scan' | 'dedup'>, 'list' | 'commit'>;

const scansAtOnce = 10;

/** Has every open wait of an organization check its credential (docs/adr/0135-ends-of-open-waits.md). */
export const recheckOpenWaits = async (
  organizationId: string,
  store: WaitRecheckStore,
  now: Date,
): Promise<void> => {
  const waiters = { list: 'waiters', owner: { organizationId }, consistent: true } as const;
  const leases = await Array.fromAsync(listAll(store, waiters));
  await runConcurrently(recheckWaits(leases, now.toISOString()), { atOnce: scansAtOnce }, async (change) => {
    // A conflict is fine: the scan has ended, and with it its waits.
    await retryOnConflict(limits.recheckWaits, () => store.commit([change]));
  });
};

/**
 * Notifies the open waits after a credential has ended. A failure is left to the job that notifies the waits of every
 * ended credential a little later.
 */
export const recheckOpenWaitsNow = (
  organizationId: string,
  { store, log }: { store: WaitRecheckStore; log: Log },
  now: Date,
): Promise<void> =>
  recheckOpenWaits(organizationId, store, now).catch((error: unknown) =>
    log.warn('open waits will be notified later', { organizationId, ...errorFields(error) }),
  );
