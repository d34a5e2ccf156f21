import type { RecordKeys } from '@scangate/domain/record-changes';
import { queueShards } from '@scangate/domain/due-queue';
import { dayOf, addMs, dayMs } from '@scangate/domain/instant';
import type { JobPosition } from '@scangate/domain/records';
import { errorFields, type Log } from '#ports/log.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { dueQueuePages } from './due-queue-pages.ts';
import type { RunContext } from './run-context.ts';
import { runConcurrently } from './run-concurrently.ts';

/**
 * The number of concurrent visits per shard: 100,000 organizations take one or two runs, whatever a visit waits for.
 */
const visitsAtOnce = 4;
/** A page has this many rounds of visits, all of which are repeated where a run is cut off. */
const roundsPerPage = 3;

type DailyRecord = 'pool' | 'organization';

export interface DailyResult {
  visited: number;
  /** The number of failed visits, and of shards that could not be read completely. */
  failed: number;
  /** Whether every record was visited for this day, by this run or an earlier one. */
  finished: boolean;
}

export interface DailyPorts {
  store: Pick<Store<'jobPosition', 'jobPosition'>, 'load' | 'listDue' | 'commit'>;
  log: Log;
}

interface DailyJob<K extends DailyRecord> {
  /** The name under which positions are stored. */
  job: string;
  record: K;
  /** Visits a record. It must be idempotent, because a visit that failed is repeated. */
  visit: (id: RecordKeys[K]) => Promise<void>;
  /** The number of records of one shard that are visited concurrently; a few by default. */
  atOnce?: number;
}

interface DailyRun<K extends DailyRecord> extends DailyJob<K>, DailyPorts {
  today: string;
  yesterday: string;
  signal: AbortSignal;
  /** Counts what this run did in one shard. */
  result: DailyResult;
}

/** The failed records of a shard that are remembered. After more failures its whole pass is repeated. */
const mostRemembered = 100;

/** Stores a position. Two concurrent runs may overwrite each other: some records are visited again, none is missed. */
export const saveJobPosition = (
  store: Pick<DailyPorts['store'], 'commit'>,
  item: JobPosition,
): Promise<void> =>
  commitOrThrow<'jobPosition'>(store, [
    { change: 'insert', record: 'jobPosition', item, replaceIf: [{ field: 'day', is: 'present' }] },
  ]);

/**
 * Visits a page.
 * @returns the records whose visits failed; undefined when the time was up before the end of the page.
 */
const visitPage = async <K extends DailyRecord>(
  { job, visit, atOnce = visitsAtOnce, signal, log, result }: DailyRun<K>,
  items: readonly RecordKeys[K][],
): Promise<RecordKeys[K][] | undefined> => {
  const failed: RecordKeys[K][] = [];
  let isInterrupted = false;
  const visitOne = async (id: RecordKeys[K]): Promise<void> => {
    result.visited++;
    await visit(id).catch((error: unknown) => {
      isInterrupted ||= signal.aborted;
      if (signal.aborted) return;
      failed.push(id);
      log.error('a daily job failed for one record', { job, ...id, ...errorFields(error) });
    });
  };
  const isWhole = await runConcurrently(items, { atOnce, signal }, visitOne);
  result.failed += failed.length;
  return isWhole && !isInterrupted ? failed : undefined;
};

/** Visits the records again that failed in a pass which is otherwise complete. */
const repeatFailed = async <K extends DailyRecord>(
  run: DailyRun<K>,
  position: JobPosition,
  before: readonly RecordKeys[K][],
): Promise<void> => {
  const failed = await visitPage(run, before);
  if (!failed) return;
  const { failed: _before, ...rest } = position;
  await saveJobPosition(run.store, { ...rest, ...(failed.length > 0 && { failed }) });
  run.result.finished = failed.length === 0;
};

/**
 * Continues where the last run stopped, even in the pass of the day before, so that every pass reaches its end. The
 * position remembers the records that failed. A pass with too many of them is stored under yesterday: it does not count
 * for today, and the next run starts a new one.
 */
const processShard = async <K extends DailyRecord>(
  run: DailyRun<K>,
  shard: string,
  position: JobPosition | undefined,
): Promise<void> => {
  const { job, record, store, today, yesterday, result, atOnce = visitsAtOnce } = run;
  const { cursor: start } = position ?? {};
  const before = (position?.failed ?? []) as RecordKeys[K][];
  if (position?.day === today && start === undefined) {
    if (before.length > 0) return repeatFailed(run, position, before);
    result.finished = true;
    return;
  }
  const isContinued = position && start !== undefined;
  let day = isContinued ? position.day : today;
  let failed = isContinued ? before : [];
  const range = { limit: roundsPerPage * atOnce, ...(start !== undefined && { cursor: start }) };
  for await (const { items, cursor } of dueQueuePages(store, { record, shard }, range)) {
    const more = await visitPage(run, items);
    if (!more) return;
    failed = [...failed, ...more];
    if (failed.length > mostRemembered) [day, failed] = [yesterday, []];
    const rest = { ...(cursor !== undefined && { cursor }), ...(failed.length > 0 && { failed }) };
    await saveJobPosition(store, { job, shard, day, ...rest });
  }
  result.finished = day === today && failed.length === 0;
};

/**
 * Visits every pool or organization once a day (UTC), in as many runs as that takes. A run that ends early is
 * continued by the next one; a run on a finished day only reads its positions. A failed visit is logged, does not
 * affect others and is repeated, alone, by a later run of the same day. The shards of the due queue are processed concurrently,
 * each with `atOnce` visits at a time. A record whose position in the queue changes meanwhile may be visited twice,
 * or not before the next day.
 * @param context its signal ends the run; a visit that it interrupts does not count as failed.
 */
export const processDaily = async <K extends DailyRecord>(
  dailyJob: DailyJob<K>,
  ports: DailyPorts,
  { now, signal }: RunContext,
): Promise<DailyResult> => {
  const { job } = dailyJob;
  const { store, log } = ports;
  const refs = queueShards.map((shard) => ({ record: 'jobPosition', id: { job, shard } }) as const);
  const positions = await store.load(refs, { consistent: true });
  const [today, yesterday] = [dayOf(now.toISOString()), dayOf(addMs(now, -dayMs))];
  const results = await Promise.all(
    queueShards.map(async (shard, index) => {
      const result: DailyResult = { visited: 0, failed: 0, finished: false };
      const run = { ...dailyJob, store, log, today, yesterday, signal, result };
      await processShard(run, shard, positions[index]).catch((error: unknown) => {
        result.failed++;
        log.error('a shard could not be read', { job, shard, ...errorFields(error) });
      });
      return result;
    }),
  );
  return results.reduce((all, one) => ({
    visited: all.visited + one.visited,
    failed: all.failed + one.failed,
    finished: all.finished && one.finished,
  }));
};
