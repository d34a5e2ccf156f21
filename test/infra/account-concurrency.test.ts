import { expect, test } from 'vitest';
import { concurrencyProblem, defaultWaiters } from '#infra/account-concurrency.ts';
import { defaultActiveScans } from '@scangate/domain/scans/fairness/active-scans';

const accountOf = (quota: number) => ({ quota, unreserved: quota, reservedByDeployment: 0 });
const defaults = { waiterConcurrency: defaultWaiters, activeScans: defaultActiveScans };

/** The settings that a problem advises. */
const advised = (problem = '') => ({
  activeScans: Number(/-c activeScans=(\d+)/.exec(problem)?.[1]),
  waiterConcurrency: Number(/-c waiterConcurrency=(\d+)/.exec(problem)?.[1]),
});

test('an account with the usual quota runs the defaults, and has nothing to spare for more waits or scans', () => {
  expect(concurrencyProblem(accountOf(1_000), defaults)).toBeUndefined();
  expect(concurrencyProblem(accountOf(999), defaults)).toContain('The settings need 1000');
  expect(concurrencyProblem(accountOf(1_000), { ...defaults, waiterConcurrency: 900 })).toContain(
    'need 1500',
  );
  expect(concurrencyProblem(accountOf(1_000), { ...defaults, activeScans: 201 })).toContain('need 1002');
  expect(
    concurrencyProblem(accountOf(10_000), { waiterConcurrency: 5_000, activeScans: 2_400 }),
  ).toBeUndefined();
});

test.each([204, 300, 500, 750, 999])(
  'an account with a quota of %i is advised settings that it can run',
  (quota) => {
    const problem = concurrencyProblem(accountOf(quota), defaults);
    const settings = advised(problem);
    expect(settings.activeScans).toBeGreaterThan(0);
    expect(concurrencyProblem(accountOf(quota), settings)).toBeUndefined();
  },
);

test('an account with a quota of 500 is advised as many executions for waits as for scans', () => {
  expect(advised(concurrencyProblem(accountOf(500), defaults))).toEqual({
    activeScans: 75,
    waiterConcurrency: 150,
  });
});

test('a new account with ten executions is told that it cannot run the service yet, but that one person can try it', () => {
  const noWaits = { ...defaults, waiterConcurrency: 0 };
  for (const settings of [defaults, noWaits]) {
    const problem = concurrencyProblem(accountOf(10), settings);
    expect(problem).toContain('runs 10 functions at once');
    expect(problem).toContain('-c activeScans=1 -c waiterConcurrency=0');
    expect(problem).toContain('let nobody else in');
    expect(concurrencyProblem(accountOf(10), advised(problem))).toBeUndefined();
  }
});

test('the earlier reservation of a deployment counts for it, and those of others do not', () => {
  const used = { quota: 1_000, unreserved: 500, reservedByDeployment: 500 };
  expect(concurrencyProblem(used, defaults)).toBeUndefined();
  const others = concurrencyProblem({ ...used, reservedByDeployment: 0 }, defaults);
  expect(others).toContain('other functions reserve 500');
  expect(advised(others)).toEqual({ activeScans: 75, waiterConcurrency: 150 });
});
