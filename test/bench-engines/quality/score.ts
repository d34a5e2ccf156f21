import type { Row } from '../row.ts';

/** Lines that should be found and those that are; a line that is there twice counts twice. */
export interface Compared {
  expected: readonly string[];
  found: readonly string[];
}

/** Number of expected and found lines, and of those that are both. */
export interface Score {
  expected: number;
  found: number;
  both: number;
}

const countsOf = (lines: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
};

/** Adds up comparisons of lines. */
export const scoreOfLines = (compared: readonly Compared[]): Score => {
  const score = { expected: 0, found: 0, both: 0 };
  for (const { expected, found } of compared) {
    const counts = countsOf(found);
    score.expected += expected.length;
    score.found += found.length;
    for (const [line, count] of countsOf(expected)) score.both += Math.min(count, counts.get(line) ?? 0);
  }
  return score;
};

export const share = (section: string, what: string, value: number): Row => ({
  section,
  what,
  value,
  unit: 'share',
});

/** Makes the rows of recall and precision; nothing of nothing is all of it. */
export const scoreRows = (section: string, what: string, { expected, found, both }: Score): Row[] => [
  share(section, `${what}: recall`, expected === 0 ? 1 : both / expected),
  share(section, `${what}: precision`, found === 0 ? 1 : both / found),
];
