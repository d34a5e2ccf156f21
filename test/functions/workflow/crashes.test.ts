import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { scanScenarios, runScanScenario, crashResponses } from '#test/models/scan-scenarios.ts';

/** The process may end between any two calls of its ports. What is promised of credits and states holds all the same. */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const never = new Map();
const moments = ['before', 'after'] as const;

test.each([
  ['completes, with new and absent units', 'completed'],
  ['fails as its host refuses', 'failed'],
  ['fails as the pool runs dry among its units', 'failed'],
  ['fails in one of its units', 'failed'],
  ['of an artifact fails in its unit', 'failed'],
  ['of an artifact completes', 'completed'],
  ['is cancelled before it begins', 'cancelled'],
  ['is cancelled when its units are scanned', 'cancelled'],
])('undisturbed, a scan that %s is %s', async (name, status) => {
  const { faults, scan } = await runScanScenario(scanScenarios[name] ?? {}, 'tries again', never);
  expect([faults, scan?.status]).toEqual([[], status]);
});

describe.each(crashResponses)('an execution that %s when it is cut', (survival) => {
  test.each(Object.entries(scanScenarios))('once, anywhere: a scan that %s', async (_name, fate) => {
    const { calls } = await runScanScenario(fate, survival, never);
    expect(calls).toBeGreaterThan(10);
    for (let call = 1; call <= calls + 3; call++) {
      for (const moment of moments) {
        const { faults } = await runScanScenario(fate, survival, new Map([[call, moment]]));
        expect({ call, moment, faults }).toEqual({ call, moment, faults: [] });
      }
    }
  });

  test('twice, in any two places', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(scanScenarios)),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(...moments)), {
          minLength: 2,
          maxLength: 2,
        }),
        async (name, cuts) => {
          const { faults } = await runScanScenario(scanScenarios[name] ?? {}, survival, new Map(cuts));
          expect(faults).toEqual([]);
        },
      ),
      { numRuns: 250 },
    );
  });
});
