import { expect, test } from 'vitest';
import { flows } from './all-flows.ts';
import { runInBatches } from './run-in-batches.ts';

test('without faults each flow does what it is for, and breaks no invariant', () => {
  const runs = flows.map(({ name }) => ({ flow: name, faults: '' }));
  const batches = [...runInBatches(runs, { seed: 1 })];
  const broken = batches.flatMap(({ reports, others }) => [
    ...others,
    ...reports.flatMap(({ violations }) => violations),
  ]);
  expect(broken).toEqual([]);
}, 120_000);
