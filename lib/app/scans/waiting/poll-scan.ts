import type { Scan } from '@scangate/domain/records';
import type { MayContinue } from './credential-watch.ts';

/** Gateways and proxies break off a silent response; a byte at least this often keeps it open. */
const heartbeatMs = 15_000;

/** A slower read counts as no news, so that a heartbeat comes within 20 s and the wait ends in time. */
const maxReadMs = 4_000;

export interface WatchOptions {
  /**
   * Reads the scan; a read that fails or hangs counts as no news. A read that is not the last one only has to notice
   * a verdict and ended credentials.
   */
  load: (look: { latest: Scan; isLast: boolean }) => Promise<Scan | undefined>;
  /** Whether the response may continue, after a scan was read. */
  mayContinue?: MayContinue;
  timeoutMs: number;
  intervalMs: number;
  /** Whether no more requests may wait, so that the response comes at once and explains polling. */
  isFull?: boolean;
  sleep: (delayMs: number) => Promise<void>;
  /** A monotonic clock, in milliseconds. */
  elapsedMs: () => number;
}

/** The scan as read, or a heartbeat between two reads. */
type WatchEvent = { scan: Scan } | 'heartbeat';

const loadInTime = (
  { load, sleep }: WatchOptions,
  look: Parameters<WatchOptions['load']>[0],
): Promise<Scan | undefined> =>
  Promise.race([load(look).catch(() => undefined), sleep(maxReadMs).then(() => undefined)]);

/**
 * Reads a scan until it has a verdict, the time is up or the response may not continue. The last read, at the
 * deadline, always happens.
 */
export async function* watchScan(first: Scan, watch: WatchOptions): AsyncGenerator<WatchEvent> {
  const deadline = watch.elapsedMs() + watch.timeoutMs;
  let lastByteAt = watch.elapsedMs();
  let scan = first;
  yield { scan };
  while (!scan.verdict && watch.elapsedMs() < deadline) {
    const nextReadAt = Math.min(deadline, watch.elapsedMs() + watch.intervalMs);
    while (watch.elapsedMs() < nextReadAt) {
      const nextByteAt = lastByteAt + heartbeatMs;
      await watch.sleep(Math.max(0, Math.min(nextReadAt, nextByteAt) - watch.elapsedMs()));
      if (watch.elapsedMs() >= nextByteAt) {
        lastByteAt = watch.elapsedMs();
        yield 'heartbeat';
      }
    }
    const look = { latest: scan, isLast: nextReadAt === deadline };
    const read = (await loadInTime(watch, look)) ?? scan;
    const mayContinue = (await watch.mayContinue?.(read)) ?? 'yes';
    if (mayContinue === 'no') return;
    if (mayContinue === 'unknown') continue;
    scan = read;
    yield { scan };
  }
}
