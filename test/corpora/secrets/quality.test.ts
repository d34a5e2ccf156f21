import { describe, expect, test } from 'vitest';
import { cases as configurations } from './configurations.ts';
import { cases as hard } from './hard-cases.ts';
import { cases as everyFormat } from './in-every-format.ts';
import { cases as programs } from './programs.ts';
import { precisionOf, recallOf, scoreOf, type RuleGroup } from './secret-case.ts';

const cases = [...configurations, ...everyFormat, ...programs, ...hard];

/** The achieved scores; the other cases of `hard-cases.ts` are known misses. */
const floors: Record<RuleGroup, { recall: number; precision: number }> = {
  provider: { recall: 1, precision: 1 },
  generic: { recall: 0.92, precision: 1 },
  keys: { recall: 1, precision: 1 },
  urls: { recall: 0.96, precision: 1 },
  configs: { recall: 1, precision: 1 },
};

test('there are at least 300 distinct cases, a third of them clean', () => {
  expect(cases.length).toBeGreaterThanOrEqual(300);
  expect(cases.filter(({ expected }) => expected.length === 0).length).toBeGreaterThanOrEqual(100);
  expect(new Set(cases.map(({ path, text }) => `${path}\n${text}`)).size).toBe(cases.length);
});

describe.each(Object.entries(floors))('%s', (group, floor) => {
  const score = scoreOf(cases.filter((one) => one.group === group));

  test('finds the leaks and reports nothing else', () => {
    const recall = recallOf(score);
    const precision = precisionOf(score);
    process.stdout.write(
      `${group}: ${score.cases} files, recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}\n`,
    );
    expect(score.wrong).toEqual([]);
    expect({ missed: score.missed, enough: recall >= floor.recall }).toMatchObject({ enough: true });
    expect(precision).toBeGreaterThanOrEqual(floor.precision);
  });
});
