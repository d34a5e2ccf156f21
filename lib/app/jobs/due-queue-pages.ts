import type { RecordKeys } from '@scangate/domain/change';
import type { QueuedRecord } from '@scangate/domain/due-queue';
import type { Page, StoreReader } from '#ports/store.ts';

export interface DueQueueRange {
  from?: string;
  through?: string;
  /** Goes on behind this one. */
  cursor?: string;
}

const pageLimit = 100;

/** A stretch of a shard of the open index, in its order and in pages of up to 100; each has the cursor that leads on. */
export async function* dueQueuePages<K extends QueuedRecord>(
  store: Pick<StoreReader, 'listDue'>,
  record: K,
  shard: string,
  stretch: DueQueueRange = {},
): AsyncGenerator<Page<RecordKeys[K]>> {
  let next: DueQueueRange | undefined = stretch;
  while (next) {
    const page: Page<RecordKeys[K]> = await store.listDue(record, shard, { ...next, limit: pageLimit });
    yield page;
    next = page.cursor === undefined ? undefined : { ...stretch, cursor: page.cursor };
  }
}
