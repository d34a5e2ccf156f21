import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesByDay, longestFirst } from '../support/runs/long-files.ts';

test('every file with an assigned day exists, and has one day', () => {
  const paths = longestFirst.map(({ path }) => path);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  expect(
    filesByDay()
      .flat()
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(paths.toSorted());
});

test('the days take equally long, within a tenth', () => {
  const seconds = filesByDay().map((files) => files.reduce((sum, file) => sum + file.seconds, 0));
  expect(Math.max(...seconds)).toBeLessThan(1.1 * Math.min(...seconds));
});
