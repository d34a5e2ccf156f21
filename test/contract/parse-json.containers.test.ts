import { expect, test } from 'vitest';
import { jsonContainerLimit, parseJson } from '#contract/parse-json.ts';

const arrayOf = (containers: number): string => `[${'{},'.repeat(containers - 2)}[]]`;

test('a request may have as many objects and arrays as memory permits, and no more', () => {
  expect(parseJson(arrayOf(jsonContainerLimit))).toHaveLength(jsonContainerLimit - 1);
  expect(() => parseJson(arrayOf(jsonContainerLimit + 1))).toThrow(/1000000 objects and arrays/);
});
