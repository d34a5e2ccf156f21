import { expect, test } from 'vitest';
import { jsonContainerLimit, parseJson } from '#contract/parse-json.ts';

const arrayOf = (containers: number): string => `[${'{},'.repeat(containers - 2)}[]]`;

test('a request has as many objects and arrays as memory bears, and is refused with one more', () => {
  expect(parseJson(arrayOf(jsonContainerLimit))).toHaveLength(jsonContainerLimit - 1);
  expect(() => parseJson(arrayOf(jsonContainerLimit + 1))).toThrow(/1000000 objects and arrays/);
});
