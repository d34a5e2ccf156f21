import { describe, expect, test } from 'vitest';
import type { Inventory } from '@scangate/engines/model/component';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { sbomEngine } from '@scangate/engines/sbom/sbom-engine';
import { inventoryWith } from './sbom-fixtures.ts';

const run = (inventory: Inventory) =>
  sbomEngine.run({
    inventory,
    requested: [],
    runtimes: [],
    advisories: { snapshotId: 'none', ecosystems: [], lookup: () => [] },
    policy: defaultPolicy,
  });

describe('coverage', () => {
  test('a complete inventory is assessed without findings', () => {
    expect(run(inventoryWith({}, {}))).toEqual({
      findings: [],
      coverage: { scanType: 'sbom', status: 'assessed', assessed: 2, gaps: [] },
    });
  });

  test('a file that could not be read makes it partial, with the reason', () => {
    const unread = [{ file: 'yarn.lock', reason: 'it is empty' }];
    expect(run({ ...inventoryWith({}), unread }).coverage).toMatchObject({
      status: 'partial',
      assessed: 1,
      gaps: unread,
    });
  });

  test('a note makes it partial', () => {
    const notes = [{ file: 'requirements.txt', reason: 'no version is pinned (1): a' }];
    expect(run({ ...inventoryWith({}), notes }).coverage.status).toBe('partial');
  });

  test('a unit without dependency files is unassessed, not clean', () => {
    expect(run({ ...inventoryWith(), read: [] }).coverage).toMatchObject({
      status: 'unassessed',
      assessed: 0,
    });
  });
});
