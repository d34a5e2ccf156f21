import { alignColumns } from '../format-table.ts';
import type { Figure } from '../figures.ts';
import { tells, type Goal } from './goal.ts';
import { goals } from './goals.ts';

type Verdict = 'ok' | 'OVER' | 'not measured' | 'shown';

/** A goal with the worst of its figures. */
export interface JudgedGoal extends Goal {
  worst: Figure | undefined;
  verdict: Verdict;
}

const judge = ({ instead, ...goal }: Goal, figures: readonly Figure[]): JudgedGoal => {
  const own = figures.filter((figure) => tells(goal, figure));
  // NaN is worse than every number.
  const [worst] = own.toSorted((a, b) => (Number.isNaN(a.value) ? -1 : b.value - a.value));
  if (!worst && instead) {
    const judged = judge({ ...instead, subject: goal.subject }, figures);
    if (judged.worst) return judged;
  }
  if (!worst) return { ...goal, worst, verdict: 'not measured' };
  if (goal.limit === undefined) return { ...goal, worst, verdict: 'shown' };
  return { ...goal, worst, verdict: worst.value <= goal.limit ? 'ok' : 'OVER' };
};

/** Judges every goal by the worst figure that belongs to it. A goal without a measured figure is not met. */
export const judgeGoals = (figures: readonly Figure[], of: readonly Goal[] = goals): JudgedGoal[] =>
  of.map((goal) => judge(goal, figures));

/** The goals that are not met, each in a line. */
export const missedGoals = (judged: readonly JudgedGoal[]): string[] =>
  judged
    .filter(({ verdict, limit }) => verdict !== 'ok' && limit !== undefined)
    .map(
      ({ subject, goal, worst, limit, verdict }) =>
        `${subject}: ${goal}: ${worst ? `${worst.value} ${worst.unit}, ≤ ${limit}` : verdict}`,
    );

/** Writes the limit of a goal. */
export const limitText = (limit: number | undefined): string =>
  limit === undefined ? '–' : `≤ ${limit.toLocaleString('en')}`;

/** Writes the final table: goal, figure, peer or limit, verdict. */
export const goalTable = (judged: readonly JudgedGoal[]): string => {
  const rows = judged.map(({ subject, goal, unit, worst, limit, verdict }) => [
    subject,
    goal,
    worst ? worst.value.toLocaleString('en') : '',
    `${limitText(limit)} ${unit}`,
    verdict,
  ]);
  return alignColumns([['subject', 'goal', 'figure', 'peer or limit', 'verdict'], ...rows], [2]).join('\n');
};
