import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { faultKinds, type FaultKind } from '../support/store/fault-injection.ts';
import { scanScenarios, runScanScenario, crashResponses } from '../models/scan-scenarios.ts';
import { runScenario, scenarios, type Scenario } from '../models/fault-scenarios.ts';
import { commandsToRun, reportCount } from '../support/runs/run-counter.ts';
import { isNightly, isSampled } from '../support/runs/samples.ts';

/**
 * At any call of a port the process may crash before or after it; the call may be throttled, lose its answer or be made
 * twice. The caller retries, and the final state is the same as without faults.
 */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const crashes = reportCount('crash points');

type Faults = [call: number, fault: FaultKind][];
const expectSameEnd = async (
  scenario: Scenario,
  faults: Faults,
  { end, leasingSeed }: { end: object; leasingSeed?: number },
): Promise<void> => {
  crashes.add();
  const outcome = await runScenario(scenario, new Map(faults), leasingSeed).catch((error: unknown) => ({
    end: String(error),
  }));
  expect({ cuts: faults, end: outcome.end }).toEqual({ cuts: faults, end });
};

const never = new Map();
/** Enough time for any number of commands. */
const noTimeout = { timeout: 3_600_000 };
const pointsOf = (calls: number): Faults =>
  Array.from({ length: calls }, (_, index) => index + 1).flatMap((call) =>
    faultKinds.map((fault): [number, FaultKind] => [call, fault]),
  );

describe.each(Object.entries(scenarios))('%s', (_name, scenario) => {
  test('has the same final state after a fault at any call', noTimeout, async () => {
    const { end, calls } = await runScenario(scenario, never);
    expect(calls).toBeGreaterThan(1);
    expect(end.violations).toEqual([]);
    for (const [index, point] of pointsOf(calls + 2).entries())
      if (isSampled(index, 2)) await expectSameEnd(scenario, [point], { end });
  });

  test('has the same final state after a fault at a call, when its pools are leased', noTimeout, async () => {
    for (let leasingSeed = 1; leasingSeed <= (isNightly ? 20 : 1); leasingSeed++) {
      const { end, calls } = await runScenario(scenario, never, leasingSeed);
      expect(end.violations).toEqual([]);
      const points = pointsOf(calls + 2).filter((_point, index) => isSampled(index, 13));
      for (const point of points) await expectSameEnd(scenario, [point], { end, leasingSeed });
    }
  });

  test('has the same final state after faults at any two calls', noTimeout, async () => {
    const { end, calls } = await runScenario(scenario, never);
    const points = pointsOf(calls + 3);
    const pairs = points.flatMap((one, index) => points.slice(index + 1).map((two): Faults => [one, two]));
    const numRuns = Math.min(pairs.length, commandsToRun(5));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pairs), (pair) => expectSameEnd(scenario, pair, { end })),
      { numRuns },
    );
  });
});

/** The faults besides crashes, which scan-crashes.test.ts injects. */
const transientFaults = faultKinds.filter((one) => one !== 'before' && one !== 'after');

describe.each(Object.entries(scanScenarios))('a scan that %s', (_name, scenario) => {
  test.each(crashResponses)(
    'violates no invariant after transient faults when its execution %s',
    async (response) => {
      const { calls } = await runScanScenario(scenario, response, never);
      const nth = fc.integer({ min: 1, max: calls + 3 });
      const someFaults = fc.array(fc.tuple(nth, fc.constantFrom(...transientFaults)), {
        minLength: 1,
        maxLength: 2,
      });
      await fc.assert(
        fc.asyncProperty(someFaults, async (faults) => {
          crashes.add();
          const { violations } = await runScanScenario(scenario, response, new Map(faults));
          expect({ faults, violations }).toEqual({ faults, violations: [] });
        }),
        { numRuns: Math.min(3_000, commandsToRun(6)) },
      );
    },
  );
});
