import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { faultKinds, type FaultKind } from '../support/store/fault-injection.ts';
import { scanScenarios, runScanScenario as liveScan, crashResponses } from '../models/scan-scenarios.ts';
import { runScenario, scenarios, type Scenario } from '../models/fault-scenarios.ts';
import { commandsToRun, reportCount } from '../models/run-counter.ts';

/**
 * At any call to the outside the process may end, before it or after it; the call may be refused for now, lose its
 * answer, or be done twice. Whoever called asks again, and in the end there is what would be there without.
 */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const crashes = reportCount('crash points');

type Cuts = [call: number, misfortune: FaultKind][];
const expectTheSameEnd = async (life: Scenario, cuts: Cuts, end: object): Promise<void> => {
  crashes.add();
  const lived = await runScenario(life, new Map(cuts)).catch((error: unknown) => ({ end: String(error) }));
  expect({ cuts, end: lived.end }).toEqual({ cuts, end });
};

const never = new Map();
/** As many as are asked for. */
const patience = { timeout: 3_600_000 };
const pointsOf = (calls: number): Cuts =>
  Array.from({ length: calls }, (_, index) => index + 1).flatMap((call) =>
    faultKinds.map((misfortune): [number, FaultKind] => [call, misfortune]),
  );

describe.each(Object.entries(scenarios))('%s', (_name, life) => {
  test('comes to the same end whatever befalls one call', patience, async () => {
    const { end, calls } = await runScenario(life, never);
    expect(calls).toBeGreaterThan(1);
    expect(end.faults).toEqual([]);
    for (const point of pointsOf(calls + 2)) await expectTheSameEnd(life, [point], end);
  });

  test('comes to the same end whatever befalls two calls', patience, async () => {
    const { end, calls } = await runScenario(life, never);
    const points = pointsOf(calls + 3);
    const pairs = points.flatMap((one, index) => points.slice(index + 1).map((two): Cuts => [one, two]));
    const numRuns = Math.min(pairs.length, commandsToRun(40));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pairs), (pair) => expectTheSameEnd(life, pair, end)),
      { numRuns },
    );
  });
});

/** The process that ends is told of in test/functions/workflow/crashes.test.ts; here is the rest. */
const disturbances = faultKinds.filter((one) => one !== 'before' && one !== 'after');

describe.each(Object.entries(scanScenarios))('the life of a scan that %s', (_name, fate) => {
  test.each(crashResponses)(
    'keeps its promises when calls are disturbed and its execution %s',
    async (survival) => {
      const { calls } = await liveScan(fate, survival, never);
      const nth = fc.integer({ min: 1, max: calls + 3 });
      const disturbed = fc.array(fc.tuple(nth, fc.constantFrom(...disturbances)), {
        minLength: 1,
        maxLength: 2,
      });
      await fc.assert(
        fc.asyncProperty(disturbed, async (cuts) => {
          crashes.add();
          const { faults } = await liveScan(fate, survival, new Map(cuts));
          expect({ cuts, faults }).toEqual({ cuts, faults: [] });
        }),
        { numRuns: Math.min(3_000, commandsToRun(60)) },
      );
    },
  );
});
