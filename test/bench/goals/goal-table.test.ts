import { expect, test } from 'vitest';
import type { Figure } from '../figures.ts';
import { goalTable, judgeGoals, missedGoals } from './goal-table.ts';
import { goals, type Goal } from './goals.ts';

const goal: Goal = {
  subject: 'Trips',
  goal: 'create-scan',
  where: { what: /^create-scan/, unit: /^calls$/ },
  limit: 3,
};
const figure = (what: string, value: number): Figure => ({ section: 'A', what, unit: 'calls', value });

test('a goal is judged by its worst figure and by its own limit, not by that of the figure', () => {
  const figures = [figure('create-scan', 3), { ...figure('create-scan of an artifact', 4), limit: 9 }];
  const [judged] = judgeGoals(figures, [goal]);
  expect(judged).toMatchObject({ worst: { value: 4 }, verdict: 'OVER' });
  expect(judgeGoals([figure('create-scan', 3)], [goal])[0]?.verdict).toBe('ok');
});

test('a figure that was not measured, or is not a number, does not meet its goal', () => {
  expect(judgeGoals([], [goal])[0]?.verdict).toBe('not measured');
  expect(judgeGoals([figure('create-scan', Number.NaN)], [goal])[0]?.verdict).toBe('OVER');
  expect(missedGoals(judgeGoals([], [goal]))).toEqual(['Trips: create-scan: not measured']);
});

test('the table has a row for every goal, with figure, limit and verdict', () => {
  const lines = goalTable(judgeGoals([figure('create-scan', 4)], [goal])).split('\n');
  expect(lines.map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
    'subject goal figure peer or limit verdict',
    'Trips create-scan 4 ≤ 3 calls OVER',
  ]);
  expect(goalTable(judgeGoals([])).split('\n')).toHaveLength(goals.length + 1);
});
