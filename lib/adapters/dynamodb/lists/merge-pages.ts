import type { Page } from '#ports/store.ts';

/** A range of items with distinct positions. Reads the next items after a position, or from the beginning. */
export type SortedRange<T> = (options: { limit: number; cursor: string | undefined }) => Promise<Page<T>>;

interface MergedItem<T> {
  item: T;
  position: string;
}

/** A range with its items that were read and are not returned yet. */
interface Buffer<T> {
  read: SortedRange<T>;
  items: MergedItem<T>[];
  cursor: string | undefined;
  isRead: boolean;
}

export interface MergeOptions<T> {
  limit: number;
  /** A page ends before the item that would exceed this size; a single item may. */
  maxBytes: number;
  /** A position: the page begins after it. */
  cursor: string | undefined;
  newestFirst: boolean;
  positionOf(item: T): string;
  bytesOf(item: T): number;
}

/**
 * The items that a range is asked for. Positions are random, so that this is enough of most ranges: a page of 100 from sixteen
 * reads 160 items, and a page of 25 reads 64. A range is read again only when all that was read of it is in the page.
 */
const readAtOnce = (limit: number, ranges: number): number => {
  const mean = limit / ranges;
  return Math.ceil(mean + 1.5 * Math.sqrt(mean));
};

const fill = async <T>(buffer: Buffer<T>, limit: number, { positionOf }: MergeOptions<T>): Promise<void> => {
  const { items, cursor } = await buffer.read({ limit, cursor: buffer.cursor });
  buffer.items = items.map((item) => ({ item, position: positionOf(item) }));
  buffer.cursor = cursor;
  buffer.isRead = cursor === undefined;
};

/** Reads on in every range of which nothing is left, as its next item may be the next of all. */
const fillEmpty = async <T>(
  buffers: readonly Buffer<T>[],
  limit: number,
  options: MergeOptions<T>,
): Promise<void> => {
  const isOpen = ({ items, isRead }: Buffer<T>) => items.length === 0 && !isRead;
  for (let open = buffers.filter(isOpen); open.length > 0; open = buffers.filter(isOpen))
    await Promise.all(open.map((buffer) => fill(buffer, limit, options)));
};

/** Returns the range whose next item comes first. */
const firstOf = <T>(
  buffers: readonly Buffer<T>[],
  { newestFirst }: MergeOptions<T>,
): Buffer<T> | undefined => {
  let found: Buffer<T> | undefined;
  let first = '';
  for (const buffer of buffers) {
    const position = buffer.items[0]?.position;
    if (position === undefined) continue;
    if (found && (newestFirst ? position < first : position > first)) continue;
    [found, first] = [buffer, position];
  }
  return found;
};

/** Takes the items that come first out of the buffers, until the page has its number or its size. */
const takeFirst = async <T>(
  buffers: readonly Buffer<T>[],
  options: MergeOptions<T>,
): Promise<MergedItem<T>[]> => {
  const { limit, maxBytes, bytesOf } = options;
  const taken: MergedItem<T>[] = [];
  for (let bytes = 0; taken.length < limit;) {
    await fillEmpty(buffers, readAtOnce(limit, buffers.length), options);
    const { items = [] } = firstOf(buffers, options) ?? {};
    const [next] = items;
    if (!next) break;
    bytes += bytesOf(next.item);
    if (taken.length > 0 && bytes > maxBytes) break;
    items.shift();
    taken.push(next);
  }
  return taken;
};

/**
 * Reads a page of several sorted ranges as if they were one. The cursor is the position of its last item, so that the next
 * page continues in every range. Besides the items of the page, it reads one answer of each range at most.
 */
export const mergePages = async <T>(
  ranges: readonly SortedRange<T>[],
  options: MergeOptions<T>,
): Promise<Page<T>> => {
  const { cursor } = options;
  const buffers = ranges.map((read): Buffer<T> => ({ read, items: [], cursor, isRead: false }));
  const merged = await takeFirst(buffers, options);
  const hasMore = buffers.some(({ items, isRead }) => items.length > 0 || !isRead);
  const last = merged.at(-1)?.position;
  return { items: merged.map(({ item }) => item), ...(hasMore && last !== undefined && { cursor: last }) };
};
