import { foundIn } from '#test/engines/sast/scan-code.ts';
import { expectedOf, type QualityCase } from './quality-case.ts';

interface GroupScore {
  group: string;
  cases: number;
  hits: number;
  misses: number;
  falseAlarms: number;
}

export interface Measure {
  scores: GroupScore[];
  recall: number;
  precision: number;
  /** The deviations from the marks, as text. */
  wrong: string[];
}

/** Measures recall and precision against the marks. */
export const measure = (cases: readonly QualityCase[], defaultFile: string): Measure => {
  const scores = new Map<string, GroupScore>();
  const wrong: string[] = [];
  for (const each of cases) {
    const { group } = each;
    const score = scores.get(group) ?? { group, cases: 0, hits: 0, misses: 0, falseAlarms: 0 };
    scores.set(group, score);
    const expected = expectedOf(each);
    const found = foundIn(each.code, each.file ?? defaultFile);
    const missed = expected.filter((place) => !found.includes(place));
    const extra = found.filter((place) => !expected.includes(place));
    score.cases += 1;
    score.hits += expected.length - missed.length;
    score.misses += missed.length;
    score.falseAlarms += extra.length;
    if (missed.length + extra.length > 0)
      wrong.push(`${group}: missed [${missed.join(' ')}], found [${extra.join(' ')}] in\n${each.code}`);
  }
  const all = [...scores.values()];
  const sum = (of: (score: GroupScore) => number): number =>
    all.reduce((total, score) => total + of(score), 0);
  const hits = sum(({ hits: found }) => found);
  return {
    scores: all,
    recall: hits / Math.max(1, hits + sum(({ misses }) => misses)),
    precision: hits / Math.max(1, hits + sum(({ falseAlarms }) => falseAlarms)),
    wrong,
  };
};
