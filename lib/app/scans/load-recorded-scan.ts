import type { Scan } from '@scangate/domain/records';
import { deadlines } from '@scangate/domain/scans/scan-deadlines';
import { currentBackoff } from '#ports/backoff.ts';
import type { Store } from '#ports/store.ts';
import type { ScanRef } from './load-scan.ts';

const firstDelayMs = 50;
const longestDelayMs = 1_000;

/**
 * Loads the scan of an execution, which starts while the scan is being recorded, and waits for it up to
 * `deadlines.recordMs`. Returns undefined when it will not be recorded because its creation was refused, or was not by then:
 * the sweep may start another execution.
 */
export const loadRecordedScan = async (
  ref: ScanRef,
  store: Pick<Store<'scan' | 'refusedScan'>, 'get'>,
): Promise<Scan | undefined> => {
  const { sleep } = currentBackoff();
  let [waitedMs, delayMs] = [0, firstDelayMs];
  for (;;) {
    const scan = await store.get('scan', ref, { consistent: true });
    if (scan || waitedMs >= deadlines.recordMs) return scan;
    // A creation that was refused has recorded no scan, so that the order of the two reads does not matter.
    if (await store.get('refusedScan', ref)) return undefined;
    await sleep(delayMs);
    waitedMs += delayMs;
    delayMs = Math.min(longestDelayMs, 2 * delayMs, deadlines.recordMs - waitedMs);
  }
};
