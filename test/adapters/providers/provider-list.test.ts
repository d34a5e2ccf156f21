import { expect, test } from 'vitest';
import { findEntry, listEntries, type PageQuery } from '#adapters/providers/provider-list.ts';
import { ProviderFailure } from '#ports/integrations/provider.ts';

const tooLarge = () =>
  new ProviderFailure({ reason: 'unavailable', cause: 'too_large', detail: 'too_large', mayBeDone: true });

/** A list of numbers; a page with one of those that are large together, or that is too large alone, is refused. */
const listOf = (length: number, { large = [], huge = [] }: { large?: number[]; huge?: number[] } = {}) => {
  const asked: PageQuery[] = [];
  const read = async (query: PageQuery): Promise<number[]> => {
    asked.push(query);
    const from = (query.page - 1) * query.size;
    const found = Array.from({ length }, (_, at) => at).slice(from, from + query.size);
    if (found.some((one) => huge.includes(one))) throw tooLarge();
    if (query.size > 1 && found.some((one) => large.includes(one))) throw tooLarge();
    return found;
  };
  return { read, asked };
};

test('pages are small, and the list ends with an empty one', async () => {
  const { read, asked } = listOf(25);
  expect(await Array.fromAsync(listEntries(read, 9))).toHaveLength(25);
  expect(asked).toEqual([1, 2, 3].map((page) => ({ page, size: 20 })));
});

test('a page that is too large is read entry by entry, and a single entry that is too large is left out', async () => {
  const { read } = listOf(45, { large: [3], huge: [4, 41] });
  expect(await Array.fromAsync(listEntries(read, 9))).toEqual(
    Array.from({ length: 45 }, (_, at) => at).filter((one) => one !== 4 && one !== 41),
  );
});

test('an entry after one that is too large is found', async () => {
  const { read } = listOf(30, { huge: [0] });
  expect(await findEntry(read, { mostPages: 2, isWanted: (one) => one === 29 })).toBe(29);
});

test('an entry that is not in a complete list is undefined, and in a longer list an unavailable failure', async () => {
  const isWanted = (one: number) => one === 99;
  expect(await findEntry(listOf(30).read, { mostPages: 3, isWanted })).toBeUndefined();
  await expect(findEntry(listOf(99).read, { mostPages: 3, isWanted })).rejects.toMatchObject({
    details: { reason: 'unavailable' },
  });
});

test('another failure is thrown', async () => {
  const read = () => Promise.reject(new ProviderFailure({ reason: 'refused', cause: 'status', detail: '' }));
  await expect(Array.fromAsync(listEntries(read, 2))).rejects.toMatchObject({
    details: { reason: 'refused' },
  });
});
