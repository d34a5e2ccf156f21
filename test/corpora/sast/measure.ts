import { codeRules } from '@scangate/engines/sast/rule-ids';
import { weaknessesIn } from '#test/engines/sast/scan-code.ts';
import { expectedOf, type QualityCase } from './quality-case.ts';

interface Counts {
  hits: number;
  misses: number;
  falseAlarms: number;
}

interface GroupScore extends Counts {
  group: string;
  cases: number;
}

export const recallOf = ({ hits, misses }: Counts): number => hits / Math.max(1, hits + misses);
export const precisionOf = ({ hits, falseAlarms }: Counts): number => hits / Math.max(1, hits + falseAlarms);

export interface Measure {
  scores: GroupScore[];
  /** The counts of each CWE, by the rules of marks and findings. */
  cwes: ReadonlyMap<string, Counts>;
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

const cweOf = new Map(codeRules.map(({ id, cwe }) => [id, cwe]));

/** Counts places (`rule:line`) by the CWE of their rule. */
const countCwes = (cwes: Map<string, Counts>, places: readonly string[], what: keyof Counts): void => {
  for (const place of places) {
    const cwe = cweOf.get(place.split(':')[0] ?? '') ?? 'no rule';
    const counts = cwes.get(cwe) ?? { hits: 0, misses: 0, falseAlarms: 0 };
    counts[what] += 1;
    cwes.set(cwe, counts);
  }
};

/** Measures recall and precision against the marks. */
export const measure = (cases: readonly QualityCase[], defaultFile: string): Measure => {
  const scores = new Map<string, GroupScore>();
  const cwes = new Map<string, Counts>();
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
    countCwes(cwes, missed, 'misses');
    countCwes(cwes, extra, 'falseAlarms');
    countCwes(
      cwes,
      expected.filter((place) => !missed.includes(place)),
      'hits',
    );
    audits += low.filter((place) => !expected.includes(place)).length;
    score.cases += 1;
    score.hits += expected.length - missed.length;
    score.misses += missed.length;
    score.falseAlarms += extra.length;
    if (missed.length + extra.length > 0)
      wrong.push(`${group}: missed [${missed.join(' ')}], found [${extra.join(' ')}] in\n${each.code}`);
  }
  const all = [...scores.values()];
  const sum = (of: keyof Counts): number => all.reduce((total, score) => total + score[of], 0);
  const total = { hits: sum('hits'), misses: sum('misses'), falseAlarms: sum('falseAlarms') };
  return {
    scores: all,
    cwes,
    recall: recallOf(total),
    precision: precisionOf(total),
    wrong,
    audits: audits / Math.max(1, cases.length),
  };
};
