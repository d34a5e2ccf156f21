import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { commandsToRun } from '../support/runs/run-counter.ts';
import { isNightly, isSampled } from '../support/runs/samples.ts';
import { scanScenarios, runScanScenario, crashResponses } from '../models/scan-scenarios.ts';

/** The process may crash between any two calls of its ports; the guarantees for credits and states still hold. */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const never = new Map();
/** Enough time for the crashes of a night. */
const noTimeout = { timeout: 3_600_000 };
const scenarioOf = (name: string) => {
  const scenario = scanScenarios[name];
  if (!scenario) throw new Error(`no scenario ${name}`);
  return scenario;
};
const moments = ['before', 'after'] as const;
type Response = (typeof crashResponses)[number];

/**
 * Unless calls run side by side, a crash after a call leaves what a crash before the next one leaves. So `npm test` tries
 * the crash before every other call and after every fourth one, each with one of the responses, and other ones each day;
 * each night tries all with each.
 */
const isTried = (call: number, moment: (typeof moments)[number], response: Response): boolean =>
  isSampled(call - crashResponses.indexOf(response), (moment === 'before' ? 2 : 4) * crashResponses.length);

/** `npm test` tries some crashes of each scenario over leases, each night tries all, with other histories of the leases. */
const leasedStride = 12;

test.each([
  ['completes, with new and absent units', 'completed'],
  ['fails because its host refuses', 'failed'],
  ['fails because the pool runs out among its units', 'failed'],
  ['fails in one of its units', 'failed'],
  ['of an artifact fails in its unit', 'failed'],
  ['of an artifact completes', 'completed'],
  ['is compared with a base', 'completed'],
  ['reuses the results of unchanged units', 'completed'],
  ['reuses the results of unchanged units, and assesses their base', 'completed'],
  ['is recorded when its execution has given up', 'completed'],
  ['is cancelled before it begins', 'cancelled'],
  ['is cancelled when its units are scanned', 'cancelled'],
])('without a crash, a scan that %s is %s', async (name, status) => {
  const { violations, scan } = await runScanScenario(scenarioOf(name), 'retries', never);
  expect([violations, scan?.status]).toEqual([[], status]);
});

describe.each(crashResponses)('an execution that %s after a crash', (response) => {
  test.each(Object.entries(scanScenarios))(
    'keeps every guarantee after one crash anywhere: a scan that %s',
    async (_name, scenario) => {
      const { calls } = await runScanScenario(scenario, response, never);
      expect(calls).toBeGreaterThan(10);
      for (let call = 1; call <= calls + 3; call++) {
        for (const moment of moments) {
          if (!isTried(call, moment, response)) continue;
          const { violations } = await runScanScenario(scenario, response, new Map([[call, moment]]));
          expect({ call, moment, violations }).toEqual({ call, moment, violations: [] });
        }
      }
    },
  );

  test('keeps every guarantee after a crash anywhere, when its pools are leased', noTimeout, async () => {
    for (let seed = 1; seed <= (isNightly ? 10 : 1); seed++)
      for (const [name, scenario] of Object.entries(scanScenarios)) {
        const { calls } = await runScanScenario(scenario, response, never, seed);
        const first = isNightly ? 1 : 1 + ((name.length + crashResponses.indexOf(response)) % leasedStride);
        for (let call = first; call <= calls; call += isNightly ? 1 : leasedStride)
          for (const moment of moments) {
            const crash = new Map([[call, moment]]);
            const { violations } = await runScanScenario(scenario, response, crash, seed);
            expect({ name, seed, call, moment, violations }).toMatchObject({ violations: [] });
          }
      }
  });

  test('keeps every guarantee after two crashes anywhere', noTimeout, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(scanScenarios)),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(...moments)), {
          minLength: 2,
          maxLength: 2,
        }),
        async (name, injected) => {
          const { violations } = await runScanScenario(scenarioOf(name), response, new Map(injected));
          expect(violations).toEqual([]);
        },
      ),
      { numRuns: Math.min(3_000, commandsToRun(25)) },
    );
  });
});
