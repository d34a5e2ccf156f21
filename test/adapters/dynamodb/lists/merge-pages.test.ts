import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergePages, type SortedRange } from '#adapters/dynamodb/lists/merge-pages.ts';

interface Row {
  position: string;
  bytes: number;
}

const maxBytes = 100;
const accessors = {
  positionOf: ({ position }: Row) => position,
  bytesOf: ({ bytes }: Row) => bytes,
};
const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { bytes }) => sum + bytes, 0);

const inOrder = (rows: readonly Row[], newestFirst: boolean): Row[] =>
  rows.toSorted((a, b) => (a.position < b.position === newestFirst ? 1 : -1));

/** The rows of one answer: up to the limit, and the first ones that fit into the size. */
const answerOf = (rows: readonly Row[], limit: number): Row[] =>
  rows.slice(0, limit).filter((_row, at) => at === 0 || sumOf(rows.slice(0, at + 1)) <= maxBytes);

interface Answer {
  limit: number;
  rows: Row[];
}

/** Answers as DynamoDB does: a page that is full, by number or by size, has a cursor even where nothing follows. */
const rangeOf = (rows: readonly Row[], newestFirst: boolean, answers: Answer[] = []): SortedRange<Row> => {
  const sorted = inOrder(rows, newestFirst);
  return async ({ limit, cursor }) => {
    const isNext = ({ position }: Row) =>
      cursor === undefined || (newestFirst ? position < cursor : position > cursor);
    const next = sorted.filter(isNext);
    const items = answerOf(next, limit);
    answers.push({ limit, rows: items });
    const isFull = items.length === limit || items.length < next.length;
    const last = isFull ? items.at(-1)?.position : undefined;
    return { items, ...(last !== undefined && { cursor: last }) };
  };
};

const ranges = [0, 1, 2, 3, 4];
const rows = fc.uniqueArray(
  fc.record({
    position: fc.stringMatching(/^[a-c]{1,4}$/),
    bytes: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 30, max: 140 })),
    range: fc.nat({ max: ranges.length - 1 }),
  }),
  { selector: ({ position }) => position, maxLength: 40 },
);
const options = { limit: fc.integer({ min: 1, max: 12 }), newestFirst: fc.boolean() };

const spread = (all: readonly (Row & { range: number })[], newestFirst: boolean, answers?: Answer[]) =>
  ranges.map((at) =>
    rangeOf(
      all.filter(({ range }) => range === at),
      newestFirst,
      answers,
    ),
  );

test('a list over several ranges is, page by page, what sorting all of their items gives', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.record(options), async (all, { limit, newestFirst }) => {
      const listed: Row[] = [];
      let cursor: string | undefined;
      do {
        const asked = { limit, maxBytes, cursor, newestFirst, ...accessors };
        const page = await mergePages(spread(all, newestFirst), asked);
        if (page.cursor !== undefined) expect(page.cursor).toBe(page.items.at(-1)?.position);
        listed.push(...page.items);
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(listed).toEqual(inOrder(all, newestFirst));
    }),
  );
});

test('a page after any position, even one that no item has, has the next items of all that fit into it', async () => {
  const cursors = fc.option(fc.stringMatching(/^[a-d]{0,5}$/), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(rows, fc.record({ ...options, cursor: cursors }), async (all, asked) => {
      const { limit, newestFirst, cursor } = asked;
      const page = await mergePages(spread(all, newestFirst), { ...asked, maxBytes, ...accessors });
      const isNext = ({ position }: Row) =>
        cursor === undefined || (newestFirst ? position < cursor : position > cursor);
      expect(page.items).toEqual(answerOf(inOrder(all, newestFirst).filter(isNext), limit));
    }),
  );
});

test('a page reads one answer of each range at most besides its items, whatever their sizes', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.record(options), async (all, { limit, newestFirst }) => {
      const answers: Answer[] = [];
      const asked = { limit, maxBytes, cursor: undefined, newestFirst, ...accessors };
      const { items } = await mergePages(spread(all, newestFirst, answers), asked);
      const largest = Math.max(0, ...answers.map(({ rows: read }) => sumOf(read)));
      const read = answers.reduce((sum, answer) => sum + sumOf(answer.rows), 0);
      expect(read).toBeLessThanOrEqual(sumOf(items) + ranges.length * largest);
      for (const answer of answers) expect(answer.limit).toBeLessThanOrEqual(limit);
    }),
  );
});

test.each([
  [25, 4],
  [100, 10],
])('a page of %i from 16 evenly filled ranges reads each once, and %i items', async (limit, each) => {
  const answers: Answer[] = [];
  const even = Array.from({ length: 16 }, (_none, range) =>
    rangeOf(
      Array.from({ length: 50 }, (_other, at) => ({
        position: String(at * 16 + range).padStart(4, '0'),
        bytes: 0,
      })),
      true,
      answers,
    ),
  );
  await mergePages(even, { limit, maxBytes, cursor: undefined, newestFirst: true, ...accessors });
  expect(answers.map((answer) => answer.limit)).toEqual(Array.from({ length: 16 }, () => each));
});
