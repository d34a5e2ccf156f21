import { expect, test } from 'vitest';
import { capEventList } from '@scangate/domain/events/cap-event-list';

const link = '/v1/findings';
const entries = (count: number, text = 'x') => Array.from({ length: count }, (_, at) => ({ at, text }));

test('a list of 50 is complete, and has no link', () => {
  expect(capEventList(entries(50), link)).toEqual({ entries: entries(50), rest: { more: 0 } });
});

test('of a longer one the first 50 are listed, and the link leads to all', () => {
  const { entries: first, rest } = capEventList(entries(5_000), link);
  expect(first).toEqual(entries(50));
  expect(rest).toEqual({ more: 4_950, link });
});

test('a name of ten thousand characters is cut before its size is counted', () => {
  const { entries: all, rest } = capEventList(entries(10, 'x'.repeat(10_000)), link);
  expect(all.map(({ text }) => text.length)).toEqual(Array.from({ length: 10 }, () => 300));
  expect(rest).toEqual({ more: 0 });
});

test('entries that exceed the size are left to the link', () => {
  const { entries: first, rest } = capEventList(entries(50, '語'.repeat(300)), link);
  expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(15 * 1024);
  expect(first.length + rest.more).toBe(50);
  expect(rest.link).toBe(link);
});
