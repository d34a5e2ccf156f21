import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import { installBackoff } from '#ports/backoff.ts';
import { runs } from '#test/support/runs/samples.ts';
import { amounts, isPartOf, secretsOf, violations } from '#test/support/history/history-facts.ts';
import { historyWorld } from '#test/support/history/history-world.ts';
import { faultKinds, injectFaults, isRetryable } from '#test/support/store/fault-injection.ts';

/** A history scan is paid and refunded once, whatever fails between any two calls to the outside. */

beforeEach(() => installBackoff({ random: () => 0, sleep: async () => {} }));

const part = historyLimits.filesPerCredit;

/** The calls to the outside of one run, of which each fails once. */
const calls = Array.from({ length: 24 }, (_, index) => index + 1);

describe.each(faultKinds)('a call that fails as "%s"', (fault) => {
  test('of the acceptance: after a retry there is one debit', async () => {
    for (const call of calls.slice(0, 8)) {
      const world = await historyWorld({ files: 2 });
      const historyScanId = await world.quoted();
      const faulty = injectFaults(world.ports, new Map([[call, fault]])).ports;
      const first = await world.start(historyScanId, faulty).catch((error: unknown) => error);
      if (first instanceof Error) expect(isRetryable(first)).toBe(true);
      await world.start(historyScanId);
      await world.run(historyScanId);
      expect([call, amounts(world), violations(world)]).toEqual([call, [-1], []]);
      expect(world.scanOf(historyScanId).status).toBe('completed');
    }
  });

  test('of the count: after a retry there is one quote, which costs nothing', async () => {
    for (const call of calls.slice(0, 16)) {
      const world = await historyWorld({ files: 3, inHead: [0] });
      const historyScanId = await world.quote();
      const faulty = injectFaults(world.ports, new Map([[call, fault]])).ports;
      await world.run(historyScanId, faulty);
      const { status, files = 0, gaps = [] } = world.scanOf(historyScanId);
      expect([call, status, files + 3 * gaps.length, amounts(world)]).toEqual([call, 'quoted', 3, []]);
    }
  });

  test('of the work: after a retry it is paid, found and refunded once', async () => {
    for (const call of calls) {
      const world = await historyWorld({ files: 3, keys: { gone: [1] }, inHead: [0] });
      const historyScanId = await world.quoted();
      await world.start(historyScanId);
      const faulty = injectFaults(world.ports, new Map([[call, fault]])).ports;
      await world.run(historyScanId, faulty);
      const { status, partsDone = 0, refunded } = world.scanOf(historyScanId);
      expect([call, status, partsDone + (refunded ?? 0)]).toEqual([call, 'completed', 1]);
      expect([call, secretsOf(world).length, violations(world)]).toEqual([call, partsDone, []]);
    }
  });
});

test('whatever fails, a history scan is paid for the scanned parts only, and never overdraws', async () => {
  const failing = fc.uniqueArray(fc.integer({ min: 0, max: 1 }), { maxLength: 2 });
  const faults = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(...faultKinds)), {
    maxLength: 3,
  });
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: 2 }),
    failing,
    fc.integer({ min: 0, max: 3 }),
    faults,
    async (parts, lost, credits, broken) => {
      const world = await historyWorld({ files: parts === 0 ? 0 : (parts - 1) * part + 1 }, { credits });
      const historyScanId = await world.quoted();
      const isCovered = parts <= credits;
      const accepted = await world.start(historyScanId).catch(() => undefined);
      expect(accepted !== undefined).toBe(isCovered);
      world.historyReader.fails = (question) => lost.some((number) => isPartOf(number * part)(question));
      const faulty = injectFaults(world.ports, new Map(broken)).ports;
      await world.run(historyScanId, faulty).catch(() => undefined);
      await world.run(historyScanId).catch(() => undefined);
      const { status, refunded = 0, partsDone = 0 } = world.scanOf(historyScanId);
      const done = isCovered ? parts - lost.filter((number) => number < parts).length : 0;
      expect(violations(world)).toEqual([]);
      expect(world.pool().available).toBe(credits - (isCovered ? parts - refunded : 0));
      expect(isCovered ? partsDone + refunded : 0).toBe(isCovered ? parts : 0);
      expect(partsDone).toBeLessThanOrEqual(done);
      expect(['quoted', 'completed', 'failed']).toContain(status);
    },
  );
  await fc.assert(property, { numRuns: runs(100) });
});
