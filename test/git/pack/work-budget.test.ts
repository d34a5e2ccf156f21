import { expect, test } from 'vitest';
import { WorkBudget } from '@scangate/git/pack/work-budget';

test('a budget is spent by bytes and by entries, across all readers', () => {
  const budget = new WorkBudget(200);
  budget.spend(50);
  budget.spend(0);
  expect(() => budget.spend(0)).toThrow('The repository unpacks to more than the limit.');
});
