import type { RecordKeys } from '@scangate/domain/record-changes';
import { queueShards, type QueuedRecord } from '@scangate/domain/due-queue';
import { errorFields, type Log } from '#ports/log.ts';
import type { StoreReader } from '#ports/store.ts';
import { dueQueuePages, type DueQueueRange } from './due-queue-pages.ts';
import { runConcurrently } from './run-concurrently.ts';

interface QueueWork<K extends QueuedRecord> {
  record: K;
  range?: DueQueueRange;
  /** The number of items of one shard that are processed concurrently. */
  atOnce: number;
  /** Processes one item. It must be idempotent. An error does not affect other items. */
  work: (id: RecordKeys[K]) => Promise<void>;
}

export interface QueueWorkPorts {
  store: Pick<StoreReader, 'listDue'>;
  log: Log;
}

export interface QueueWorkResult {
  examined: number;
  /** The number of items whose work failed, and of shards that could not be read completely. */
  failed: number;
  /** Whether the run reached the end of every shard before its time was over. */
  finished: boolean;
}

/**
 * Works through a range of the due queue, until its end or that of the run: all shards concurrently, and in each of
 * them `atOnce` items. Failures are logged, do not affect other items, and stay in the queue for a later run.
 */
export const workThroughQueue = async <K extends QueuedRecord>(
  { record, range, atOnce, work }: QueueWork<K>,
  { store, log }: QueueWorkPorts,
  signal: AbortSignal,
): Promise<QueueWorkResult> => {
  const result: QueueWorkResult = { examined: 0, failed: 0, finished: true };
  const examine = async (id: RecordKeys[K]): Promise<void> => {
    result.examined++;
    await work(id).catch((error: unknown) => {
      result.failed++;
      log.error('an item of the due queue failed', { record, ...id, ...errorFields(error) });
    });
  };
  const workThroughShard = async (shard: string): Promise<void> => {
    for await (const { items } of dueQueuePages(store, { record, shard }, range)) {
      if (await runConcurrently(items, { atOnce, signal }, examine)) continue;
      result.finished = false;
      return;
    }
  };
  await Promise.all(
    queueShards.map((shard) =>
      workThroughShard(shard).catch((error: unknown) => {
        result.failed++;
        result.finished = false;
        log.error('a shard of the due queue could not be read', { record, shard, ...errorFields(error) });
      }),
    ),
  );
  if (signal.aborted && !result.finished)
    log.warn('more is due than one run can process', { record, ...result });
  return result;
};
