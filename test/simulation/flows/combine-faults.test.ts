import { expect, test } from 'vitest';
import { oneMoreFault } from './fault-combinations.ts';
import type { FlowReport } from './run-flows.ts';
import { runInBatches, type BatchOptions } from './run-in-batches.ts';

const bug = 'a scan whose deadline is days late';
const flow = 'create';

const run = (plans: readonly string[], options: Partial<BatchOptions>): FlowReport[] => {
  const runs = plans.map((faults) => ({ flow, faults }));
  return [...runInBatches(runs, { seed: 1, bug, ...options })].flatMap(({ reports }) => reports);
};

const invariantsOf = (reports: readonly FlowReport[]): string[] => {
  const broken = reports.flatMap(({ violations }) => violations.map((what) => what.split(':')[0] ?? ''));
  return [...new Set(broken)];
};

test('the pairs without repetitions break the same invariants as all pairs when there is a bug', () => {
  const reached: string[] = [];
  const look = (plans: readonly string[]): FlowReport[] => {
    const runs = plans.map((faults) => ({ flow, faults }));
    const batches = [...runInBatches(runs, { seed: 1, bug, reached })];
    reached.push(...batches.flatMap((batch) => batch.reached));
    return batches.flatMap(({ reports }) => reports);
  };
  const singles = look(look(['']).flatMap((report) => oneMoreFault(report)));
  const all = singles.flatMap((report) => oneMoreFault(report));
  const different = new Set(singles.flatMap((report) => oneMoreFault(report, { ofNews: true })));
  expect(different.size).toBeLessThan(0.7 * all.length);
  const some = run(
    all.filter((_pair, index) => index % 5 === 0),
    { isBrief: true },
  );
  const kept = some.filter(({ faults }) => different.has(faults));
  expect(invariantsOf(some)).toEqual(['liveness']);
  expect(invariantsOf(kept)).toEqual(['liveness']);
}, 240_000);
