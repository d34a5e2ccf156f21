import type { Scan } from '@scangate/domain/records';

/** Silence on a response is broken off by gateways and proxies; a byte at least this often keeps it open. */
const heartbeatMs = 15_000;

export interface WatchOptions {
  /** The scan as it is; a look that fails or hangs counts as no news. */
  load: () => Promise<Scan | undefined>;
  timeoutMs: number;
  intervalMs: number;
  sleep: (delayMs: number) => Promise<void>;
  /** Of a clock that never goes back. */
  elapsedMs: () => number;
}

/** A look that takes longer is no news: with it a heart-beat still comes within 20 s, and the wait ends in time. */
const longestLookMs = 4_000;

const lookBriefly = ({ load: look, sleep }: WatchOptions): Promise<Scan | undefined> =>
  Promise.race([look().catch(() => undefined), sleep(longestLookMs).then(() => undefined)]);

/** What a watcher sees: the scan at each look, and heart-beats in between. */
export type WatchEvent = { scan: Scan } | 'heartbeat';

/** Looks at a scan until it has a verdict or the time is over. The last look, at the deadline, is always made. */
export async function* watchScan(first: Scan, watch: WatchOptions): AsyncGenerator<WatchEvent> {
  const deadline = watch.elapsedMs() + watch.timeoutMs;
  let lastByteAt = watch.elapsedMs();
  let scan = first;
  yield { scan };
  while (!scan.verdict && watch.elapsedMs() < deadline) {
    const nextLook = Math.min(deadline, watch.elapsedMs() + watch.intervalMs);
    while (watch.elapsedMs() < nextLook) {
      const nextByte = lastByteAt + heartbeatMs;
      await watch.sleep(Math.max(0, Math.min(nextLook, nextByte) - watch.elapsedMs()));
      if (watch.elapsedMs() >= nextByte) {
        lastByteAt = watch.elapsedMs();
        yield 'heartbeat';
      }
    }
    scan = (await lookBriefly(watch)) ?? scan;
    yield { scan };
  }
}
