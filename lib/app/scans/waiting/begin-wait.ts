import { placeWithinMs } from '@scangate/domain/identity/revocation/end-credentials';
import type { Scan, WaiterLease } from '@scangate/domain/records';
import { isHeldBy } from '@scangate/domain/scans/dedup';
import type { Ids } from '#ports/ids.ts';
import { errorFields, type Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import { watchCredential, type WatchedCredential } from './credential-watch.ts';
import { loadScan, type ScanRef } from '../load-scan.ts';
import { acquireLease, releaseLease } from './waiter-lease.ts';
import type { WatchOptions } from './poll-scan.ts';

interface WaitRequest extends ScanRef {
  timeoutSeconds: number;
  intervalSeconds: number;
  /** The session that waits: sessions have leases of their own, one for each. */
  sessionId?: string | undefined;
  /** Whether the response tells the progress of units. */
  followsUnits?: boolean;
  /** When the service received the request. */
  requestedAt: Date;
}

interface WaitPorts {
  store: Pick<Store<'scan' | 'waiter' | 'dedup'>, 'get' | 'list' | 'commit'>;
  ids: Ids;
  log: Log;
  clock: Pick<WatchOptions, 'sleep' | 'elapsedMs'> & { now: () => Date };
  credential: WatchedCredential | undefined;
}

interface Wait {
  /** The scan when the wait began. */
  scan: Scan;
  watch: WatchOptions;
  /** Whether every lease of the organization is held, or the session has one, so that the response comes at once. */
  isFull: boolean;
  /** Passes a stream through and releases the lease after its end, or when its reader gave up. */
  releaseAfter(stream: AsyncIterable<string>): AsyncIterable<string>;
}

async function* thenRelease(
  stream: AsyncIterable<string>,
  release: () => Promise<void>,
): AsyncGenerator<string> {
  try {
    yield* stream;
  } finally {
    await release();
  }
}

/** The record of a scan with more units does not fit into half a read unit. */
const smallUnits = 40;

/** Returns the row whose change shows the end of a scan; an artifact has none. */
const smallRowOf = ({ repositoryId, dedupDigest: digest }: Scan): WaiterLease['dedup'] =>
  digest === undefined ? undefined : { repositoryId, digest };

/**
 * Reads a scan; if it is large, only a small row, as long as that says that the scan has no verdict. Units change when the
 * scan begins, perhaps several times, and when it ends: a response that tells their progress reads the scan until it runs
 * and two reads agree.
 */
const lookAt = (
  ref: ScanRef,
  { dedup, followsUnits }: { dedup: WaiterLease['dedup']; followsUnits: boolean },
  store: Pick<Store<'scan' | 'dedup'>, 'get'>,
): WatchOptions['load'] => {
  const { organizationId } = ref;
  // A scan of the same request under other conditions may take the row.
  let isOther = false;
  let areUnitsKnown = !followsUnits;
  return async ({ latest, isLast }) => {
    if (dedup && areUnitsKnown && !isLast && !isOther && latest.units.length > smallUnits) {
      const row = await store.get('dedup', { organizationId, ...dedup });
      if (isHeldBy(row, latest)) return latest;
      isOther = row?.scanId !== ref.scanId;
    }
    const read = await store.get('scan', ref);
    areUnitsKnown ||= read?.status === 'running' && read.unitsVersion === latest.unitsVersion;
    return read;
  };
};

/**
 * Begins a wait for the verdict of a scan. Only a scan without a verdict needs a waiter lease; without one, the wait
 * times out at once (docs/adr/0005-waiting-for-a-verdict.md).
 * @throws Problem scan_not_found
 */
export const beginWait = async (
  {
    organizationId,
    scanId,
    timeoutSeconds,
    intervalSeconds,
    sessionId,
    followsUnits = false,
    requestedAt,
  }: WaitRequest,
  { store, ids, log, clock, credential }: WaitPorts,
  now: Date,
): Promise<Wait> => {
  const ref = { organizationId, scanId };
  // A replica may not have a new scan yet. The next read brings any other outdated fields up to date.
  const scan = (await store.get('scan', ref)) ?? (await loadScan(ref, store));
  const timeoutMs = timeoutSeconds * 1000;
  const dedup = smallRowOf(scan);
  const lease = scan.verdict
    ? undefined
    : await acquireLease({ ...ref, dedup, holder: ids.uuid(), timeoutMs, sessionId }, store, now);
  const { sleep, elapsedMs } = clock;
  const isLate = clock.now().getTime() - requestedAt.getTime() > placeWithinMs;
  const isFull = !scan.verdict && !lease;
  const watch: WatchOptions = {
    load: lookAt(ref, { dedup, followsUnits }, store),
    ...(credential && { mayContinue: watchCredential(credential, { first: scan, isLate }, clock) }),
    timeoutMs: lease ? timeoutMs : 0,
    intervalMs: intervalSeconds * 1000,
    isFull,
    sleep,
    elapsedMs,
  };
  if (!lease) return { scan, watch, isFull, releaseAfter: (stream) => stream };
  const release = () =>
    releaseLease(lease, store, clock.now()).catch((error: unknown) =>
      log.warn('a waiter lease was not released', errorFields(error)),
    );
  return { scan, watch, isFull, releaseAfter: (stream) => thenRelease(stream, release) };
};
