import type { RecordKeys } from '@scangate/domain/change';
import { instantAfter } from '@scangate/domain/instant';
import { queueShards } from '@scangate/domain/due-queue';
import type { Instant, JobPosition } from '@scangate/domain/records';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { errorFields, log } from '#runtime/log.ts';
import type { TaskContext } from '#runtime/task.ts';
import { dueQueuePages } from './due-queue-pages.ts';

export type WalkedRecord = 'pool' | 'organization';

export interface WalkResult {
  visited: number;
  /** Visits that failed, and shards that could not be read on. */
  failed: number;
  /** Everything there is was visited for this day, now or before. */
  finished: boolean;
}

type WalkStore = Pick<Store<'jobPosition', 'jobPosition'>, 'load' | 'listDue' | 'commit'>;

interface Walk<K extends WalkedRecord> {
  job: string;
  record: K;
  visit: (id: RecordKeys[K]) => Promise<void>;
  store: WalkStore;
  today: string;
  yesterday: string;
  signal: AbortSignal;
}

const dayMs = 86_400_000;
const dayOf = (at: Instant): string => at.slice(0, 10);

/** Two runs at once may write over each other: then something is walked again, nothing is passed over. */
export const saveJobPosition = (store: Pick<WalkStore, 'commit'>, item: JobPosition): Promise<void> =>
  commitOrThrow<'jobPosition'>(store, [
    { change: 'insert', record: 'jobPosition', item, replaceIf: [{ field: 'day', is: 'present' }] },
  ]);

/** Visits a page. @returns how many failed, or undefined when the time was over before its end. */
const visitPage = async <K extends WalkedRecord>(
  { job, visit, signal }: Walk<K>,
  items: readonly RecordKeys[K][],
  walked: WalkResult,
): Promise<number | undefined> => {
  let failed = 0;
  for (const id of items) {
    if (signal.aborted) return undefined;
    walked.visited++;
    try {
      await visit(id);
    } catch (error) {
      if (signal.aborted) return undefined;
      failed++;
      log.error('a visit failed', { job, ...id, ...errorFields(error) });
    }
  }
  walked.failed += failed;
  return failed;
};

/**
 * Goes on where the last run was, also with a walk of the day before: so each is brought to its end, and nobody is
 * passed over day after day. One in which a visit failed is dated back, as it does not count for today: after its end
 * the next run begins anew.
 */
const walkShard = async <K extends WalkedRecord>(
  walk: Walk<K>,
  shard: string,
  position: JobPosition | undefined,
  walked: WalkResult,
): Promise<void> => {
  const { job, record, store, today, yesterday } = walk;
  const { cursor: start } = position ?? {};
  walked.finished = position?.day === today && start === undefined;
  if (walked.finished) return;
  let day = position && start !== undefined ? position.day : today;
  for await (const { items, cursor } of dueQueuePages(
    store,
    record,
    shard,
    start === undefined ? {} : { cursor: start },
  )) {
    const failed = await visitPage(walk, items, walked);
    if (failed === undefined) return;
    if (failed > 0) day = yesterday;
    await saveJobPosition(store, { job, shard, day, ...(cursor !== undefined && { cursor }) });
  }
  walked.finished = day === today;
};

/**
 * Visits every pool or organization there is once a day (UTC), in as many runs as it takes: a run that ends early is
 * gone on with by the next, and a run on a day that is done only reads where it is. A visit that fails is logged, does
 * not stop the others, and is made again by a later run the same day; so visits must be idempotent. The shards of the
 * open index are walked side by side, each one visit at a time. A record whose place in the index changes meanwhile
 * may be visited twice, or not before the next day.
 * @param job names its place among the records.
 * @param signal ends the run; a visit that it cuts is not counted as failed.
 */
export const walkDaily = async <K extends WalkedRecord>(
  job: string,
  record: K,
  visit: (id: RecordKeys[K]) => Promise<void>,
  store: WalkStore,
  { now, signal }: Pick<TaskContext, 'now' | 'signal'>,
): Promise<WalkResult> => {
  const refs = queueShards.map((shard) => ({ record: 'jobPosition', id: { job, shard } }) as const);
  const positions = await store.load(refs, { consistent: true });
  const [today, yesterday] = [dayOf(now.toISOString()), dayOf(instantAfter(now, -dayMs))];
  const walk: Walk<K> = { job, record, visit, store, today, yesterday, signal };
  const shards = await Promise.all(
    queueShards.map(async (shard, index) => {
      const walked: WalkResult = { visited: 0, failed: 0, finished: false };
      await walkShard(walk, shard, positions[index], walked).catch((error: unknown) => {
        walked.failed++;
        log.error('a shard could not be walked', { job, shard, ...errorFields(error) });
      });
      return walked;
    }),
  );
  return shards.reduce((all, one) => ({
    visited: all.visited + one.visited,
    failed: all.failed + one.failed,
    finished: all.finished && one.finished,
  }));
};
