import { ProviderFailure } from '#ports/integrations/provider.ts';

/** A page of a list: its number from 1, and how many entries it holds. */
export interface PageQuery {
  page: number;
  size: number;
}

type ReadPage<T> = (query: PageQuery) => Promise<readonly T[]>;

/** Few enough that their texts are within the part of a response that is read. */
export const pageSize = 20;

const isTooLarge = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.details.cause === 'too_large';

/** Reads a page; undefined when it is too large. */
const readPage = async <T>(read: ReadPage<T>, query: PageQuery): Promise<readonly T[] | undefined> => {
  try {
    return await read(query);
  } catch (error) {
    if (isTooLarge(error)) return undefined;
    throw error;
  }
};

/**
 * Reads the entries of a page one by one.
 * @returns whether the list ended.
 */
async function* listSingly<T>(read: ReadPage<T>, page: number): AsyncGenerator<T, boolean> {
  for (let at = 1; at <= pageSize; at++) {
    const single = await readPage(read, { page: (page - 1) * pageSize + at, size: 1 });
    if (single?.length === 0) return true;
    if (single) yield* single;
  }
  return false;
}

/**
 * Reads a list until a page is empty. The entries of a page that is too large are read one by one, and one that is
 * too large by itself is left out: untrusted text must not keep our own from being found.
 * @returns whether the list ended within the pages.
 */
export async function* listEntries<T>(read: ReadPage<T>, mostPages: number): AsyncGenerator<T, boolean> {
  for (let page = 1; page <= mostPages; page++) {
    const whole = await readPage(read, { page, size: pageSize });
    if (whole?.length === 0) return true;
    if (whole) yield* whole;
    else if (yield* listSingly(read, page)) return true;
  }
  return false;
}

/**
 * Finds an entry of a list.
 * @throws ProviderFailure when there are more entries than it searches.
 */
export const findEntry = async <T>(
  read: ReadPage<T>,
  { mostPages, isWanted }: { mostPages: number; isWanted: (one: T) => boolean },
): Promise<T | undefined> => {
  const entries = listEntries(read, mostPages);
  for (let next = await entries.next(); ; next = await entries.next()) {
    if (next.done && next.value) return undefined;
    if (next.done)
      throw new ProviderFailure({
        reason: 'unavailable',
        cause: 'rejected',
        detail: 'too many entries are listed',
      });
    if (isWanted(next.value)) return next.value;
  }
};
