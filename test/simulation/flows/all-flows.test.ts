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
  const compared = batches.map((batch) => batch.compared);
  // Of create, charge, end and recharge; the scan of the erased organization is gone.
  expect(compared).toMatchObject([{ branches: 4, verdicts: 4, documents: 0, uploads: 0, signatures: 1 }]);
}, 120_000);

test.each([
  ['erase', 'an erasure that leaves objects behind', 'erased'],
  ['create', 'a finding that nobody waived', 'rebuild'],
  ['create', 'a gate that a scan does not set', 'rebuild'],
  ['pack', 'a pack of fewer credits than were paid', 'payment'],
  ['checkout', 'a plan of one license less than were paid', 'subscription'],
  ['groups', 'a user who returns with the groups of before', 'groups'],
  ['seat change', 'an increase of licenses without its credits', 'subscription'],
  ['seat change', 'an increase of licenses with the credits of all of them', 'subscription'],
])(
  'in the flow %s, %s breaks its invariant',
  (flow, bug, invariant) => {
    const [batch] = [...runInBatches([{ flow, faults: '' }], { seed: 1, bug })];
    expect(batch?.reports.flatMap(({ violations }) => violations)).toContainEqual(
      expect.stringContaining(`${invariant}: `),
    );
  },
  120_000,
);
