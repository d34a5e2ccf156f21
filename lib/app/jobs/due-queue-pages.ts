import type { RecordKeys } from '@scangate/domain/record-changes';
import type { QueuedRecord } from '@scangate/domain/due-queue';
import type { Page, StoreReader } from '#ports/store.ts';

export interface DueQueueRange {
  from?: string;
  through?: string;
  /** Continues after the page that had this cursor. */
  cursor?: string;
  /** The most records of a page, 100 by default. */
  limit?: number;
}

const pageLimit = 100;

/** Reads a range of a shard of the due queue in order, page by page; each page has the cursor of the next. */
export async function* dueQueuePages<K extends QueuedRecord>(
  store: Pick<StoreReader, 'listDue'>,
  { record, shard }: { record: K; shard: string },
  range: DueQueueRange = {},
): AsyncGenerator<Page<RecordKeys[K]>> {
  let next: DueQueueRange | undefined = range;
  while (next) {
    const page: Page<RecordKeys[K]> = await store.listDue(record, shard, { limit: pageLimit, ...next });
    yield page;
    next = page.cursor === undefined ? undefined : { ...range, cursor: page.cursor };
  }
}
