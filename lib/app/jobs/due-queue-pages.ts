import type { RecordKeys } from '@scangate/domain/record-changes';
import type { QueuedRecord } from '@scangate/domain/due-queue';
import type { Page, StoreReader } from '#ports/store.ts';

export interface DueQueueRange {
  from?: string;
  through?: string;
  /** Continues after the page that had this cursor. */
  cursor?: string;
}

const pageLimit = 100;

/** Reads a range of a shard of the due queue in order, in pages of up to 100; each has the cursor of the next. */
export async function* dueQueuePages<K extends QueuedRecord>(
  store: Pick<StoreReader, 'listDue'>,
  { record, shard }: { record: K; shard: string },
  range: DueQueueRange = {},
): AsyncGenerator<Page<RecordKeys[K]>> {
  let next: DueQueueRange | undefined = range;
  while (next) {
    const page: Page<RecordKeys[K]> = await store.listDue(record, shard, { ...next, limit: pageLimit });
    yield page;
    next = page.cursor === undefined ? undefined : { ...range, cursor: page.cursor };
  }
}
