import type { Change, RecordRef } from '@scangate/domain/change';
import { addMs, dayMs, hourMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { ActiveScans, Instant, Scan } from '@scangate/domain/records';

/** One scan in so many is counted, and stands for all of them. */
export const sampledScans = 16;

/** A scan occupies two executions of Lambda most of its time: its task, and the one that this task waits for. */
const executionsOfScan = 2;

/** Active scans of an organization, unless the operator says otherwise: two fifths of the 1,000 executions of an account's Lambda. */
export const defaultActiveScans = 200;

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

type CountedScan = Pick<Scan, 'organizationId' | 'countedOn' | 'countedAs'>;

/** Returns whether a scan is one of those that are counted, and is not counted yet. */
export const isToBeCounted = ({ scanId, countedOn }: Pick<Scan, 'scanId' | 'countedOn'>): boolean =>
  countedOn === undefined && isSampled(scanId);

/** A scan counts as so many of one unit as occupy what it occupies. */
const scansFor = (executions: number): number => Math.max(1, Math.ceil(executions / executionsOfScan));

/**
 * Counts a scan whose execution begins, before it fetches anything. The scan keeps the day, so that its end is counted where
 * its beginning was, and a count that went wrong is forgotten with its day.
 * @param executions that it occupies at once when its units are those that were known.
 */
export const countStartedScan = (
  { organizationId }: Pick<Scan, 'organizationId'>,
  executions: number,
  now: Instant,
): { set: Pick<Scan, 'countedOn' | 'countedAs'>; changes: Change<'activeScans'>[] } => {
  const countedOn = dayOf(now);
  const scans = scansFor(executions);
  return {
    set: { countedOn, ...(scans > 1 && { countedAs: scans }) },
    changes: [count(organizationId, countedOn, scans * sampledScans)],
  };
};

/** Corrects the count of a scan whose units are those of its commit. */
export const countUnitsOfScan = (
  { organizationId, countedOn, countedAs = 1 }: CountedScan,
  executions: number,
): { set: Pick<Scan, 'countedAs'>; changes: Change<'activeScans'>[] } => {
  const scans = scansFor(executions);
  if (countedOn === undefined || scans === countedAs) return { set: {}, changes: [] };
  const added = (scans - countedAs) * sampledScans;
  return { set: { countedAs: scans }, changes: [count(organizationId, countedOn, added)] };
};

/** Takes back what was counted for a scan that ends. */
export const countEndedScan = ({
  organizationId,
  countedOn,
  countedAs = 1,
}: CountedScan): Change<'activeScans'>[] =>
  countedOn === undefined ? [] : [count(organizationId, countedOn, -countedAs * sampledScans)];

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
