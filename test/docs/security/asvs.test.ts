import { expect, test } from 'vitest';
import { citedTests, tableRows } from './cited-tests.ts';

/** By section of ASVS 5.0.0: the numbers of its requirements of the levels 1 and 2, with ranges. */
const sections: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
};

const expected = Object.entries(sections).flatMap(([section, numbers]) =>
  numbers.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => `V${section}.${from + index}`);
  }),
);

const rows = tableRows('asvs.md')
  .filter(([number]) => /^V\d+\.\d+\.\d+$/.test(number ?? ''))
  .map(([number = '', level = '', requirement = '', state = '', by = '']) => ({
    number,
    level,
    requirement,
    state,
    by,
    tests: citedTests(by, 'asvs.md'),
  }));
const ofState = (state: string) => rows.filter((row) => row.state === state);
const numbers = (some: readonly { number: string }[]): string[] => some.map(({ number }) => number);

test('every requirement of the levels 1 and 2 has one line, in the order of the standard', () => {
  expect(numbers(rows)).toEqual(expected);
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
  expect(rows.filter(({ level }) => level === '2')).toHaveLength(183);
});

test('a line that is met names a test, and one that is untested or not met names none', () => {
  expect(numbers(ofState('met').filter(({ tests }) => tests.length === 0))).toEqual([]);
  for (const state of ['met, untested', '**not met**'])
    expect(numbers(ofState(state).filter(({ tests }) => tests.length > 0))).toEqual([]);
});

test('a line that is partly met names a test, and then says what is missing', () => {
  expect(ofState('partly').length).toBeGreaterThan(0);
  for (const { number, tests, by } of ofState('partly')) {
    const words = by.split('<br>').at(-1)?.split(' ') ?? [];
    expect([number, tests.length > 0, words.length > 8 && !words[0]?.startsWith('[')]).toEqual([
      number,
      true,
      true,
    ]);
  }
});

test('a line without a test gives a reason, and one that is documented links a document', () => {
  const silent = rows.filter(({ tests, by }) => tests.length === 0 && by.split(' ').length < 2);
  expect(numbers(silent)).toEqual([]);
  expect(numbers(ofState('documented').filter(({ by }) => !/\]\([^)]+\.md/.test(by)))).toEqual([]);
});

test('the page counts its lines by state', () => {
  for (const state of ['met', 'documented', 'met, untested', 'does not apply', 'partly', '**not met**'])
    expect(tableRows('asvs.md').map((row) => row.slice(0, 2))).toContainEqual([
      state,
      String(ofState(state).length),
    ]);
  expect(new Set(rows.map(({ state }) => state)).size).toBe(6);
});
