import { expect, test } from 'vitest';
import { budgetOf, budgetSeconds, burnRates, objectives, spentAt } from '#infra/objectives/objectives.ts';

test('a budget is what the objective leaves over, for a period of 30 days', () => {
  expect(objectives.map((one) => [one.plan, budgetOf(one), budgetSeconds(one)])).toEqual([
    ['Team', 0.001, 2_592],
    ['Regulated', 0.0001, 259.2],
  ]);
});

test('alarms are raised when 2 %, 5 % and 10 % of a budget are spent', () => {
  expect(burnRates.map(spentAt)).toEqual([0.02, 0.05, 0.1]);
});
