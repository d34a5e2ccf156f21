import { invalid, limits } from './limits.ts';
import { bytesOf, type Item } from './values.ts';

export interface Page {
  Items: Item[];
  LastEvaluatedKey?: Item;
}

interface PageLimits {
  limit: number | undefined;
  /** The items after which the page is cut short. */
  most?: number | undefined;
  keyNames: ReadonlySet<string>;
}

/**
 * Cuts the first page off some items: the last one of a page is the one by which it has a megabyte. As in the database, a full
 * page names its last key even when nothing follows.
 * @throws the refusal of a limit that is none.
 */
export const pageOf = (items: Iterable<Item>, { limit, most, keyNames }: PageLimits): Page => {
  if (limit !== undefined && limit < 1) throw invalid('a limit is at least 1');
  const page: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    page.push(item);
    bytes += bytesOf(item);
    if (page.length !== limit && page.length !== most && bytes <= limits.pageBytes) continue;
    const LastEvaluatedKey = Object.fromEntries([...keyNames].map((name) => [name, item[name]]));
    return { Items: page, LastEvaluatedKey };
  }
  return { Items: page };
};
