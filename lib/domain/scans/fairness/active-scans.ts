import type { Change, RecordRef } from '@scangate/domain/record-changes';
import { dayOf, addMs, dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { ActiveScans, Instant, Scan } from '@scangate/domain/records';

/** One in this many scans is counted, and represents all of them. */
export const sampledScans = 8;
/** The number of scans represented by one that an older version counted. */
const sampledBefore = 16;

/** A scan occupies two Lambda executions most of the time: that of its task, and the one for which the task waits. */
export const executionsOfScan = 2;

/**
 * The default limit of active scans per organization: two fifths of the 1,000 concurrent Lambda executions of an
 * account.
 */
export const defaultActiveScans = 200;

/** No scan runs longer than this past the end of its day: by then the sweep has ended it. */
const longestScanMs = 2 * hourMs;
const retryAfterSeconds = 15;
/** Whoever has few scans waits only for those of others, of which some end all the time. */
const retryFewAfterSeconds = 2;

/** The Lambda executions that these scans occupy. The account has room for as many of all organizations together. */
export const defaultScanExecutions = defaultActiveScans * executionsOfScan;

/** This many are permitted up to the limit of all: fewer are within the error of counting a sample. */
const smallShare = 2 * sampledScans;

/** At so many times the limit all organizations together occupy every execution, and nobody may have one more scan. */
const ceilingFactor = 1.5;
/** From here on only organizations without a counted scan may. */
const firstScansFactor = 1.25;

const scansOfShard = 50;
const maxShards = 16;
const maxMinuteShards = 4;

/**
 * Returns how many rows count the scans of all organizations, of which each creation reads every one: with one for each 50 that
 * may be active, scans that begin at the same time rarely contend for one. After the limit was lowered, scans that were counted
 * in further rows are not seen until they end.
 */
const shardsFor = (limit: number): number => Math.min(maxShards, Math.ceil(limit / scansOfShard));

/**
 * Draws whether a new scan is counted, and in which row. No response shows it, so that nobody can cancel the counted scans and
 * keep the others.
 * @param bytes two random ones.
 * @param limit of active scans of an organization.
 */
export const drawCount = (
  [counted = 0, shard = 0]: Iterable<number>,
  limit: number,
): Pick<Scan, 'countedFor' | 'countedIn'> =>
  counted % sampledScans === 0 ? { countedFor: sampledScans, countedIn: shard % shardsFor(limit) } : {};

/** The row of a minute for canceled scans, of which there are fewer: half as many rows. */
const minuteShardOf = (shard: number): number => Math.floor(shard / 2) % maxMinuteShards;

/** The id under which all organizations are counted; no organization has it. */
const everybody = (shard: number): string => `everybody-${shard}`;
const isEverybody = (organizationId: string): boolean => organizationId.startsWith('everybody-');

/** The minute of an instant (UTC), such as 2026-03-10T12:05. */
const minuteOf = (at: Instant): string => at.slice(0, 16);

type CountedScan = Pick<Scan, 'organizationId' | 'countedOn' | 'countedAs' | 'countedIn' | 'countedFor'>;

/** Changes the count of the scan's organization, and the global count. */
const count = (
  { organizationId, countedIn }: CountedScan,
  day: string,
  scans: number,
): Change<'activeScans'>[] => {
  const set = { expiresAt: addMs(new Date(`${day}T00:00:00.000Z`), 2 * dayMs) };
  // A scan that an older version counted is not in the global count.
  const owners = [organizationId, ...(countedIn === undefined ? [] : [everybody(countedIn)])];
  return owners.map((owner) => ({
    change: 'count',
    record: 'activeScans',
    id: { organizationId: owner, day },
    add: { scans },
    set,
  }));
};

/** Returns whether a scan is in the sample, and is not counted yet. */
export const isToBeCounted = ({ countedFor, countedOn }: Pick<Scan, 'countedFor' | 'countedOn'>): boolean =>
  countedFor !== undefined && countedOn === undefined;

/** A scan counts as the number of one-unit scans that occupy as many executions. */
const scansFor = (executions: number): number => Math.max(1, Math.ceil(executions / executionsOfScan));

/**
 * Counts a scan whose execution begins, before it fetches anything. The scan keeps the day, so that its end is
 * counted on the same day as its beginning, and a wrong count disappears with its day.
 * @param executions that it occupies at once if its units are the known ones.
 */
export const countStartedScan = (
  {
    organizationId,
    countedFor = sampledScans,
    // An older version did not draw the row.
    countedIn = 0,
  }: Pick<Scan, 'organizationId' | 'countedFor' | 'countedIn'>,
  executions: number,
  now: Instant,
): {
  set: Pick<Scan, 'countedOn' | 'countedAs' | 'countedIn'>;
  changes: Change<'activeScans'>[];
} => {
  const countedOn = dayOf(now);
  const scans = scansFor(executions);
  return {
    set: { countedOn, countedIn, ...(scans > 1 && { countedAs: scans }) },
    changes: count({ organizationId, countedIn }, countedOn, scans * countedFor),
  };
};

/** Corrects the count of a scan once the units of its commit are known. */
export const countUnitsOfScan = (
  scan: CountedScan,
  executions: number,
): { set: Pick<Scan, 'countedAs'>; changes: Change<'activeScans'>[] } => {
  const { countedOn: day, countedAs = 1 } = scan;
  const scans = scansFor(executions);
  if (day === undefined || scans === countedAs) return { set: {}, changes: [] };
  const added = (scans - countedAs) * (scan.countedFor ?? sampledBefore);
  return { set: { countedAs: scans }, changes: count(scan, day, added) };
};

/**
 * Corrects the count of a scan that assesses its base, which occupies executions after those of the head: it counts as the
 * larger of the two until it ends.
 */
export const countBaseOfScan = (scan: CountedScan, executions: number): ReturnType<typeof countUnitsOfScan> =>
  scansFor(executions) > (scan.countedAs ?? 1)
    ? countUnitsOfScan(scan, executions)
    : { set: {}, changes: [] };

/** Subtracts the count of a scan that ends. */
export const countEndedScan = (scan: CountedScan): Change<'activeScans'>[] => {
  const { countedOn: day, countedAs = 1, countedFor = sampledBefore } = scan;
  return day === undefined ? [] : count(scan, day, -countedAs * countedFor);
};

/**
 * Moves the count of a scan that is canceled to the current minute, because its tasks occupy their executions until they have
 * noticed: creations read the counts of two minutes, and nothing needs to be subtracted. A scan of the sample that is not counted
 * yet counts, too; otherwise a cancellation while its task begins would spare exactly the counted ones.
 */
export const countCancelledScan = (scan: CountedScan, now: Instant): Change<'activeScans'>[] => {
  const { organizationId, countedOn, countedAs = 1, countedFor, countedIn = 0 } = scan;
  if (countedOn === undefined && countedFor === undefined) return [];
  const minute = minuteOf(now);
  const set = { expiresAt: addMs(`${minute}:00.000Z`, 5 * minuteMs) };
  const added = [organizationId, everybody(minuteShardOf(countedIn))].map((owner) => ({
    change: 'count' as const,
    record: 'activeScans' as const,
    id: { organizationId: owner, day: minute },
    add: { scans: countedAs * (countedFor ?? sampledBefore) },
    set,
  }));
  return [...countEndedScan(scan), ...added];
};

const refsOf = (
  organizationId: string,
  { days, shards }: { days: readonly string[]; shards: number },
): RecordRef<'activeScans'>[] => {
  const owners = [organizationId, ...Array.from({ length: shards }, (_none, shard) => everybody(shard))];
  return [...new Set(days)].flatMap((day) =>
    owners.map((owner) => ({ record: 'activeScans', id: { organizationId: owner, day } })),
  );
};

/**
 * The records that `requireRoom` needs: those of the day and of the last two minutes, and for some hours those of the day before.
 * @param limit of active scans of an organization.
 */
export const activeScansRefs = (
  organizationId: string,
  limit: number,
  now: Date,
): RecordRef<'activeScans'>[] => {
  const at = now.toISOString();
  const days = [at, addMs(now, -longestScanMs)].map(dayOf);
  const minutes = [at, addMs(now, -minuteMs)].map(minuteOf);
  const shards = shardsFor(limit);
  return [
    ...refsOf(organizationId, { days, shards }),
    ...refsOf(organizationId, { days: minutes, shards: Math.min(maxMinuteShards, Math.ceil(shards / 2)) }),
  ];
};

/** Returns the number of scans that an organization may have while all together have so many. */
const roomFor = (all: number, limit: number): number => {
  if (all >= limit * ceilingFactor) return 0;
  const share = all >= limit * firstScansFactor ? 1 : smallShare;
  return Math.min(limit, Math.max(share, limit - all));
};

const sumOf = (counted: readonly ActiveScans[]): number => counted.reduce((sum, { scans }) => sum + scans, 0);

/**
 * An organization may have as many active scans as the account has room for in addition to all active ones. Many
 * organizations with high demand therefore get equal parts, and leave one such part to organizations with low demand.
 * At the ceiling of all, nobody may have one more.
 * @throws Problem rate_limited when the organization has as many active scans as it can have.
 */
export const requireRoom = (counted: readonly ActiveScans[], limit: number): void => {
  const own = counted.filter(({ organizationId }) => !isEverybody(organizationId));
  const all = counted.filter(({ organizationId }) => isEverybody(organizationId));
  const active = sumOf(own);
  const room = roomFor(sumOf(all), limit);
  if (active < room) return;
  throw new Problem('rate_limited', {
    detail: `About ${active} scans of the organization are active; ${room} are allowed now. Try again when some have ended.`,
    limit: 'active_scans',
    activeScans: { active, limit: room },
    retryAfterSeconds: active < smallShare ? retryFewAfterSeconds : retryAfterSeconds,
  });
};
