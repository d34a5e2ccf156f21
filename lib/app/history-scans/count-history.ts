import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import type { CountedHistory } from '@scangate/domain/history-scans/quote-history';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import {
  jsonLines,
  partFilesKey,
  sliceFilesKey,
  treeNumber,
  type HistoryRef,
  type PartRow,
  type SliceEnd,
  type SliceRow,
} from './history-objects.ts';
import { IdSet } from './id-set.ts';

type CountingBlobs = BlobReader<'work'> & BlobWriter<'work'>;

const isRow = (line: SliceRow | SliceEnd): line is SliceRow => Array.isArray(line);

/** Writes the files of a history in parts of equal size, and holds no more than one of them. */
class PartWriter {
  files = 0;
  #part = 0;
  #lines: string[] = [];
  readonly #ref: HistoryRef;
  readonly #blobs: CountingBlobs;

  constructor(ref: HistoryRef, blobs: CountingBlobs) {
    this.#ref = ref;
    this.#blobs = blobs;
  }

  async add(row: PartRow): Promise<void> {
    this.files += 1;
    if (this.#lines.push(JSON.stringify(row)) >= historyLimits.filesPerCredit) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    this.#part += 1;
    await this.#blobs.put(partFilesKey(this.#ref, this.#part), this.#lines.join('\n'), 'application/jsonl');
    this.#lines = [];
  }
}

/** Reads the ids of the files of the newest commit; undefined when they are not known. */
const headIds = async (ref: HistoryRef, blobs: CountingBlobs): Promise<IdSet | undefined> => {
  const body = await blobs.open(sliceFilesKey(ref, treeNumber));
  if (!body) return undefined;
  const ids = new IdSet();
  let isWhole = false;
  for await (const line of jsonLines<SliceRow | SliceEnd>(body))
    if (isRow(line)) ids.add(line[0]);
    else isWhole = line.unread.length === 0;
  return isWhole ? ids : undefined;
};

/**
 * Counts the files of a history, each content once and as one of the commit that brought it, and divides them into parts.
 * Memory grows by some bytes for each of them. A repeated run writes the same.
 */
export const countHistory = async (
  ref: HistoryRef,
  { slices, ...planned }: Pick<CountedHistory, 'commits' | 'unread' | 'head'> & { slices: number },
  blobs: CountingBlobs,
): Promise<CountedHistory> => {
  const inHead = await headIds(ref, blobs);
  const placeOf = (id: string): PartRow[3] => {
    if (!inHead) return 'unknown';
    return inHead.has(id) ? 'head' : 'gone';
  };
  const seen = new IdSet();
  const parts = new PartWriter(ref, blobs);
  const unread = new Set(planned.unread);
  for (let slice = treeNumber + 1; slice <= slices; slice += 1) {
    const body = await blobs.open(sliceFilesKey(ref, slice));
    if (!body) unread.add('commits whose directories could not be read');
    for await (const line of body ? jsonLines<SliceRow | SliceEnd>(body) : [])
      if (!isRow(line)) for (const reason of line.unread) unread.add(reason);
      else if (parts.files >= historyLimits.files) unread.add(`more than ${historyLimits.files} files`);
      else if (seen.add(line[0])) await parts.add([...line, placeOf(line[0])]);
  }
  await parts.flush();
  return { ...planned, files: parts.files, unread: [...unread] };
};
