import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCharged, totalCharge, unitCharge } from '@scangate/domain/credits/scan-price';
import { appliesToUnit } from '@scangate/domain/scans/scan-scope';
import { unitTypes } from '@scangate/engines/model/project-unit';
import { scanTypes } from '@scangate/engines/model/scan-type';

describe('the price of a unit', () => {
  test('is one core credit when any core type applies, and one SAST credit when sast applies', () => {
    fc.assert(
      fc.property(
        fc.subarray([...scanTypes]),
        fc.constantFrom(...unitTypes),
        fc.boolean(),
        (types, unit, isArtifact) => {
          const charge = unitCharge(types, unit, isArtifact);
          const runs = types.filter((type) => isArtifact || appliesToUnit(type, unit));
          expect(charge.sast ?? 0).toBe(runs.includes('sast') ? 1 : 0);
          expect(charge.core ?? 0).toBe(runs.some((type) => type !== 'sast') ? 1 : 0);
          expect(isCharged(charge)).toBe(runs.length > 0);
        },
      ),
    );
  });

  test('is summed by pool, and no pool pays for the other', () => {
    const units = [{ charge: { core: 1 } }, { charge: { core: 1, sast: 1 } }, { charge: {} }];
    expect(totalCharge(units)).toEqual({ core: 2, sast: 1 });
  });
});
