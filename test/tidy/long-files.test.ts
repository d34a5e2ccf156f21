import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { filesByDay, longestFirst } from '../support/runs/long-files.ts';
import { isGroupOfToday, isNightly } from '../support/runs/samples.ts';

afterEach(() => void vi.unstubAllEnvs());

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

test('one group of four runs each day, and all of them each night and in a file that somebody named', () => {
  const groups = (): number[] => [0, 1, 2, 3].filter((group) => isGroupOfToday(group, 4));
  vi.stubEnv('NAMED_FILES', '');
  expect(groups()).toHaveLength(isNightly ? 4 : 1);
  vi.stubEnv('NAMED_FILES', '1');
  expect(groups()).toHaveLength(4);
});
