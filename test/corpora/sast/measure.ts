import { weaknessesIn } from '#test/engines/sast/scan-code.ts';
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
  /** Findings of low confidence without a mark, per case. They are for auditors, so that they are no false alarms. */
  audits: number;
}

/** Returns `rule:line` of every finding: the judged ones, and those for auditors. */
const findingsIn = (
  { code, file }: QualityCase,
  defaultFile: string,
): { judged: string[]; low: string[] } => {
  const found = weaknessesIn({ [file ?? defaultFile]: code });
  const places = (confidence: 'low' | undefined): string[] =>
    found.filter((each) => each.confidence === confidence).map(({ rule, line }) => `${rule}:${line}`);
  return { judged: places(undefined), low: places('low') };
};

/** Measures recall and precision against the marks. */
export const measure = (cases: readonly QualityCase[], defaultFile: string): Measure => {
  const scores = new Map<string, GroupScore>();
  const wrong: string[] = [];
  let audits = 0;
  for (const each of cases) {
    const { group } = each;
    const score = scores.get(group) ?? { group, cases: 0, hits: 0, misses: 0, falseAlarms: 0 };
    scores.set(group, score);
    const expected = expectedOf(each);
    const { judged, low } = findingsIn(each, defaultFile);
    const missed = expected.filter((place) => !judged.includes(place) && !low.includes(place));
    const extra = judged.filter((place) => !expected.includes(place));
    audits += low.filter((place) => !expected.includes(place)).length;
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
    audits: audits / Math.max(1, cases.length),
  };
};
