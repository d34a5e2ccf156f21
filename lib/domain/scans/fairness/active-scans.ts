import type { Change, RecordRef } from '@scangate/domain/record-changes';
import { dayOf, addMs, dayMs, hourMs } from '@scangate/domain/instant';
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

/** The account has room for so many times the active scans that one organization may have, and for their waits. */
const accountShare = 1.25;

/** So many are permitted however busy the account is: fewer are within the error of a count by one scan in 16. */
const alwaysActiveScans = 2 * sampledScans;

/** Follows from the last digit of the id, which is random. */
const isSampled = (scanId: string): boolean => Number.parseInt(scanId.at(-1) ?? '', 16) % sampledScans === 0;

/** The rows that count the scans of all organizations, so that scans which begin at once seldom meet in one. */
const shards = 8;

/** No organization has such an id. */
const everybody = (shard: number): string => `everybody-${shard}`;
const isEverybody = (organizationId: string): boolean => organizationId.startsWith('everybody-');

/** Follows from another digit of the id than the sample does. */
const shardOf = (scanId: string): number => Number.parseInt(scanId.at(-2) ?? '', 16) % shards || 0;

type CountedScan = Pick<Scan, 'organizationId' | 'countedOn' | 'countedAs' | 'countedIn'>;

/** Changes the count of the scan's organization, and that of all. */
const count = (
  { organizationId, countedIn }: CountedScan,
  day: string,
  scans: number,
): Change<'activeScans'>[] => {
  const set = { expiresAt: addMs(new Date(`${day}T00:00:00.000Z`), 2 * dayMs) };
  // A scan that an older version counted is in no count of all.
  const owners = [organizationId, ...(countedIn === undefined ? [] : [everybody(countedIn)])];
  return owners.map((owner) => ({
    change: 'count',
    record: 'activeScans',
    id: { organizationId: owner, day },
    add: { scans },
    set,
  }));
};

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
  { organizationId, scanId }: Pick<Scan, 'organizationId' | 'scanId'>,
  executions: number,
  now: Instant,
): { set: Pick<Scan, 'countedOn' | 'countedAs' | 'countedIn'>; changes: Change<'activeScans'>[] } => {
  const [countedOn, countedIn] = [dayOf(now), shardOf(scanId)];
  const scans = scansFor(executions);
  return {
    set: { countedOn, countedIn, ...(scans > 1 && { countedAs: scans }) },
    changes: count({ organizationId, countedIn }, countedOn, scans * sampledScans),
  };
};

/** Corrects the count of a scan whose units are those of its commit. */
export const countUnitsOfScan = (
  scan: CountedScan,
  executions: number,
): { set: Pick<Scan, 'countedAs'>; changes: Change<'activeScans'>[] } => {
  const { countedOn: day, countedAs = 1 } = scan;
  const scans = scansFor(executions);
  if (day === undefined || scans === countedAs) return { set: {}, changes: [] };
  const added = (scans - countedAs) * sampledScans;
  return { set: { countedAs: scans }, changes: count(scan, day, added) };
};

/** Takes back what was counted for a scan that ends. */
export const countEndedScan = (scan: CountedScan): Change<'activeScans'>[] => {
  const { countedOn: day, countedAs = 1 } = scan;
  return day === undefined ? [] : count(scan, day, -countedAs * sampledScans);
};

/** The records that `requireRoom` asks for: those of the day, and for some hours those of the day before. */
export const activeScansRefs = (organizationId: string, now: Date): RecordRef<'activeScans'>[] => {
  const days = new Set([now.toISOString(), addMs(now, -longestScanMs)].map(dayOf));
  const owners = [organizationId, ...Array.from({ length: shards }, (_none, shard) => everybody(shard))];
  return [...days].flatMap((day) =>
    owners.map((owner) => ({ record: 'activeScans', id: { organizationId: owner, day } })),
  );
};

const sumOf = (counted: readonly ActiveScans[]): number => counted.reduce((sum, { scans }) => sum + scans, 0);

/**
 * An organization may have as many active scans as the account has room for beside those of all, and never more than its
 * limit. So many organizations that ask for much get equal parts, and leave one such part to whoever asks for little.
 * @throws Problem rate_limited when the organization has as many active scans as it can have.
 */
export const requireRoom = (counted: readonly ActiveScans[], limit: number): void => {
  const own = counted.filter(({ organizationId }) => !isEverybody(organizationId));
  const all = counted.filter(({ organizationId }) => isEverybody(organizationId));
  const active = sumOf(own);
  const free = accountShare * limit - sumOf(all);
  const room = Math.min(limit, Math.max(alwaysActiveScans, free));
  if (active < room) return;
  throw new Problem('rate_limited', {
    detail: `About ${active} scans of the organization are active, and ${room} may be. Create the next one when some have ended.`,
    limit: 'active_scans',
    activeScans: { active, limit: room },
    retryAfterSeconds,
  });
};
