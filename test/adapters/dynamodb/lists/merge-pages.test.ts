import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergePages, type SortedRange } from '#adapters/dynamodb/lists/merge-pages.ts';

interface Row {
  position: string;
  /** A damaged row takes a place of its page and is not returned. */
  isDamaged: boolean;
}

const inOrder = (positions: readonly string[], newestFirst: boolean): string[] =>
  newestFirst ? positions.toSorted().toReversed() : positions.toSorted();

/** Answers as DynamoDB does: a page that is full has a cursor even where nothing follows. */
const rangeOf = (rows: readonly Row[], newestFirst: boolean, limits: number[] = []): SortedRange<string> => {
  const sorted = rows.toSorted((a, b) => (a.position < b.position === newestFirst ? 1 : -1));
  return async ({ limit, cursor }) => {
    limits.push(limit);
    const isNext = ({ position }: Row) =>
      cursor === undefined || (newestFirst ? position < cursor : position > cursor);
    const page = sorted.filter(isNext).slice(0, limit);
    const items = page.filter(({ isDamaged }) => !isDamaged).map(({ position }) => position);
    const last = page.length === limit ? page.at(-1)?.position : undefined;
    return { items, ...(last !== undefined && { cursor: last }) };
  };
};

const rows = fc.uniqueArray(
  fc.record({
    position: fc.stringMatching(/^[a-c]{1,4}$/),
    isDamaged: fc.boolean(),
    range: fc.nat({ max: 4 }),
  }),
  { selector: ({ position }) => position, maxLength: 40 },
);
const options = { limit: fc.integer({ min: 1, max: 12 }), newestFirst: fc.boolean() };

test('a list over several ranges is, page by page, what sorting all of their items gives', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.record(options), async (all, { limit, newestFirst }) => {
      const ranges = [0, 1, 2, 3, 4].map((at) =>
        rangeOf(
          all.filter(({ range }) => range === at),
          newestFirst,
        ),
      );
      const listed: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await mergePages(ranges, { limit, cursor, newestFirst, positionOf: (item) => item });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        if (page.cursor !== undefined) expect(page.cursor).toBe(page.items.at(-1));
        listed.push(...page.items);
        cursor = page.cursor;
      } while (cursor !== undefined);
      const whole = all.filter(({ isDamaged }) => !isDamaged).map(({ position }) => position);
      expect(listed).toEqual(inOrder(whole, newestFirst));
    }),
  );
});

test('a page after any position, even one that no item has, begins with the next item of all', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.record({ ...options, cursor: fc.stringMatching(/^[a-d]{0,5}$/) }),
      async (all, { limit, newestFirst, cursor }) => {
        const ranges = [0, 1, 2, 3, 4].map((at) =>
          rangeOf(
            all.filter(({ range }) => range === at),
            newestFirst,
          ),
        );
        const page = await mergePages(ranges, { limit, cursor, newestFirst, positionOf: (item) => item });
        const after = all
          .filter(({ isDamaged, position }) => !isDamaged && position > cursor !== newestFirst)
          .map(({ position }) => position)
          .filter((position) => position !== cursor);
        expect(page.items).toEqual(inOrder(after, newestFirst).slice(0, limit));
      },
    ),
  );
});

test('a page of 25 from 16 evenly filled ranges reads each once, and five items at most', async () => {
  const limits: number[] = [];
  const ranges = Array.from({ length: 16 }, (_none, range) =>
    rangeOf(
      Array.from({ length: 50 }, (_other, at) => ({
        position: String(at * 16 + range).padStart(4, '0'),
        isDamaged: false,
      })),
      true,
      limits,
    ),
  );
  await mergePages(ranges, { limit: 25, cursor: undefined, newestFirst: true, positionOf: (item) => item });
  expect(limits).toEqual(Array.from({ length: 16 }, () => 5));
});
