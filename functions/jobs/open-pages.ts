import type { Identity } from '../../lib/domain/change.ts';
import type { OpenRecord } from '../../lib/domain/open-index.ts';
import type { Page, StoreReader } from '../../lib/ports/store.ts';

export interface OpenStretch {
  from?: string;
  through?: string;
  /** Goes on behind this one. */
  cursor?: string;
}

const pageLimit = 100;

/** A stretch of a shard of the open index, in its order and in pages of up to 100; each has the cursor that leads on. */
export async function* openPages<K extends OpenRecord>(
  store: Pick<StoreReader, 'open'>,
  record: K,
  shard: string,
  stretch: OpenStretch = {},
): AsyncGenerator<Page<Identity[K]>> {
  let next: OpenStretch | undefined = stretch;
  while (next) {
    const page: Page<Identity[K]> = await store.open(record, shard, { ...next, limit: pageLimit });
    yield page;
    next = page.cursor === undefined ? undefined : { ...stretch, cursor: page.cursor };
  }
}
