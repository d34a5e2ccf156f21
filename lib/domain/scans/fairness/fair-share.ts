import type { ScanFacts } from '../resolve-request.ts';
import { requireRoom } from './active-scans.ts';
import { requireNotPaused } from './failure-budget.ts';

/**
 * Requires that a scan leaves others their share (docs/adr/0039-fair-to-all.md).
 * @param activeScanLimit the limit of active scans of the organization.
 * @throws Problem repository_paused or rate_limited.
 */
export const requireFairShare = (
  { repository, activeScans }: Pick<ScanFacts, 'repository' | 'activeScans'>,
  activeScanLimit: number,
  now: Date,
): void => {
  requireNotPaused(repository, now.toISOString());
  requireRoom(activeScans, activeScanLimit);
};
