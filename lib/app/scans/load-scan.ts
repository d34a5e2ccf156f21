import { Problem } from '@scangate/domain/problem';
import type { Scan } from '@scangate/domain/records';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import type { Store } from '#ports/store.ts';

export interface ScanRef {
  organizationId: string;
  scanId: string;
}

export type EndedScan = Scan & { verdict: Verdict };

type ScanReader = Pick<Store<'scan'>, 'get'>;

/** Loads a scan of the organization as it is now. @throws Problem scan_not_found */
export const loadScan = async (
  ref: ScanRef,
  store: ScanReader,
  { consistent = true }: { consistent?: boolean } = {},
): Promise<Scan> => {
  const scan = await store.get('scan', ref, { consistent });
  if (!scan) throw new Problem('scan_not_found');
  return scan;
};

const hasEnded = (scan: Scan): scan is EndedScan => scan.verdict !== undefined;

/** Loads a scan that has ended. @throws Problem scan_not_found, or conflict while the scan is active. */
export const loadEndedScan = async (ref: ScanRef, store: ScanReader): Promise<EndedScan> => {
  const scan = await loadScan(ref, store, { consistent: false });
  if (!hasEnded(scan)) {
    throw new Problem('conflict', { detail: 'The scan has not ended yet.', scanStatus: scan.status });
  }
  return scan;
};
