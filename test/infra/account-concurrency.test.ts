import { expect, test } from 'vitest';
import { reservationProblem } from '#infra/account-concurrency.ts';

const free = { quota: 1_000, unreserved: 1_000, reservedByWaiter: 0 };

test('an account with the usual quota reserves what is requested, as long as 100 executions stay unreserved', () => {
  expect(reservationProblem(free, 200)).toBeUndefined();
  expect(reservationProblem(free, 900)).toBeUndefined();
  expect(reservationProblem(free, 901)).toContain('can reserve 900');
});

test('a new account with ten executions gets the advice to request more, or to reserve none', () => {
  const problem = reservationProblem({ quota: 10, unreserved: 10, reservedByWaiter: 0 }, 200);
  expect(problem).toContain('runs 10 functions at once');
  expect(problem).toContain('-c waiterConcurrency=0');
  expect(reservationProblem({ quota: 10, unreserved: 10, reservedByWaiter: 0 }, 0)).toBeUndefined();
});

test('the earlier reservation of a deployment counts for it, and those of others do not', () => {
  const used = { quota: 1_000, unreserved: 100, reservedByWaiter: 200 };
  expect(reservationProblem(used, 200)).toBeUndefined();
  expect(reservationProblem({ ...used, reservedByWaiter: 0 }, 1)).toContain('can reserve 0');
});
