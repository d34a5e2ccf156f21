import type { Change, RecordRef } from '@scangate/domain/change';
import { addMs, dayMs, hourMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { ActiveScans, Instant, Scan } from '@scangate/domain/records';

/** One scan in so many is counted, and stands for all of them. */
export const sampledScans = 16;

/** Active scans of an organization, unless the operator says otherwise: half of the executions of an account's Lambda. */
export const defaultActiveScans = 500;

/** No scan runs longer past its day: then the sweep has ended it. */
const longestScanMs = 2 * hourMs;
const retryAfterSeconds = 15;

const dayOf = (at: Instant): string => at.slice(0, 10);

/** Follows from the last digit of the id, which is random. */
const isSampled = (scanId: string): boolean => Number.parseInt(scanId.at(-1) ?? '', 16) % sampledScans === 0;

const count = (organizationId: string, day: string, scans: number): Change<'activeScans'> => ({
  change: 'count',
  record: 'activeScans',
  id: { organizationId, day },
  add: { scans },
  set: { expiresAt: addMs(new Date(`${day}T00:00:00.000Z`), 2 * dayMs) },
});

/**
 * Counts a scan that begins, once. The scan keeps the day, so that its end is counted where its beginning was, and a count
 * that went wrong is forgotten with its day.
 * @param scan as it was before.
 */
export const countBegunScan = (
  { organizationId, scanId, countedOn }: Pick<Scan, 'organizationId' | 'scanId' | 'countedOn'>,
  now: Instant,
): { set: Pick<Scan, 'countedOn'>; changes: Change<'activeScans'>[] } => {
  if (countedOn !== undefined || !isSampled(scanId)) return { set: {}, changes: [] };
  const day = dayOf(now);
  return { set: { countedOn: day }, changes: [count(organizationId, day, sampledScans)] };
};

/** Takes back what `countBegunScan` counted for a scan that ends. */
export const countEndedScan = ({
  organizationId,
  countedOn,
}: Pick<Scan, 'organizationId' | 'countedOn'>): Change<'activeScans'>[] =>
  countedOn === undefined ? [] : [count(organizationId, countedOn, -sampledScans)];

/** The records that `requireRoom` asks for: that of the day, and for some hours that of the day before. */
export const activeScansRefs = (organizationId: string, now: Date): RecordRef<'activeScans'>[] => {
  const days = new Set([now.toISOString(), addMs(now, -longestScanMs)].map(dayOf));
  return [...days].map((day) => ({ record: 'activeScans', id: { organizationId, day } }));
};

/** @throws Problem rate_limited when the organization has as many active scans as it can have. */
export const requireRoom = (counted: readonly (ActiveScans | undefined)[], limit: number): void => {
  const active = counted.reduce((sum, one) => sum + (one?.scans ?? 0), 0);
  if (active < limit) return;
  throw new Problem('rate_limited', {
    detail: `About ${active} scans of the organization are active, and ${limit} may be. Create the next one when some have ended.`,
    limit: 'active_scans',
    activeScans: { active, limit },
    retryAfterSeconds,
  });
};
