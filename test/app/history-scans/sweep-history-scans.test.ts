import { beforeEach, expect, test } from 'vitest';
import { planHistory } from '#app/history-scans/plan-history.ts';
import { sweepHistoryScans } from '#app/history-scans/sweep-history-scans.ts';
import { workOnHistory } from '#app/history-scans/work-on-history.ts';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import { installBackoff } from '#ports/backoff.ts';
import { amounts, isPartOf, violations } from '#test/support/history/history-facts.ts';
import { historyWorld } from '#test/support/history/history-world.ts';
import { Crash, faultKinds, injectFaults } from '#test/support/store/fault-injection.ts';
import { later, noon } from '#test/support/world.ts';

beforeEach(() => installBackoff({ random: () => 0, sleep: async () => {} }));

const { signal } = new AbortController();
type World = Awaited<ReturnType<typeof historyWorld>>;
const sweep = (world: World, seconds: number, ports = world.ports) =>
  sweepHistoryScans(ports, { now: later(seconds), signal });
const hour = 3_600;
const part = historyLimits.filesPerCredit;

/** The different executions; a second start of one does nothing. */
const executions = ({ started }: World): string[] => [...new Set(started)];

test.each(faultKinds)(
  'whichever call of a run fails as "%s", the lost execution is followed by one other within minutes',
  async (fault) => {
    // The calls after the eight that list the shards of the queue.
    for (let call = 1; call <= 13; call += 1) {
      const world = await historyWorld({ files: 2 });
      const historyScanId = await world.quoted();
      await world.start(historyScanId);
      await sweep(world, 180);
      const faulty = injectFaults(world.ports, new Map([[call, fault]])).ports;
      await sweep(world, 6 * hour, faulty).catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
      for (const minutes of [5, 10, 15]) await sweep(world, 6 * hour + minutes * 60);
      expect([call, executions(world)]).toEqual([call, ['quote 1', 'look 1', 'look 2']]);
      expect(world.scanOf(historyScanId)).toMatchObject({ attempts: 2, status: 'running' });
      expect((world.scanOf(historyScanId).dueAt ?? '') > later(10 * hour).toISOString()).toBe(true);
    }
  },
);

test('work whose executions are all lost is given up, and refunded once, without any work in the sweep', async () => {
  const world = await historyWorld({ files: 2, keys: { gone: [1] } });
  const historyScanId = await world.quoted();
  await world.start(historyScanId);
  const opened = world.historyReader.asked.length;
  for (let minutes = 5; minutes < 24 * 60; minutes += 5) await sweep(world, minutes * 60);
  expect(executions(world)).toEqual(['quote 1', 'look 1', 'look 2', 'look 3', 'look 4']);
  expect(world.scanOf(historyScanId)).toMatchObject({ status: 'failed', refunded: 1 });
  expect(world.scanOf(historyScanId)).not.toHaveProperty('dueAt');
  expect([amounts(world), violations(world), world.historyReader.asked.length]).toEqual([
    [-1, 1],
    [],
    opened,
  ]);
});

test('a quote whose executions are all lost fails', async () => {
  const world = await historyWorld({ files: 2 });
  const historyScanId = await world.quote();
  for (let minutes = 5; minutes < 24 * 60; minutes += 5) await sweep(world, minutes * 60);
  expect(world.scanOf(historyScanId)).toMatchObject({ status: 'failed', errorCode: 'system_error' });
  expect(executions(world)).toEqual(['quote 1', 'quote 2', 'quote 3', 'quote 4']);
});

test.each(faultKinds)(
  'whichever call of giving up fails as "%s", the scan is refunded once',
  async (fault) => {
    for (let call = 9; call <= 15; call += 1) {
      const world = await historyWorld({ files: 2 });
      const historyScanId = await world.quoted();
      await world.start(historyScanId);
      for (const hours of [1, 6, 12, 14]) await sweep(world, hours * hour);
      const faulty = injectFaults(world.ports, new Map([[call, fault]])).ports;
      await sweep(world, 18 * hour, faulty).catch(() => undefined);
      for (const minutes of [5, 20, 40]) await sweep(world, 18 * hour + minutes * 60);
      expect([call, world.scanOf(historyScanId).status, amounts(world)]).toEqual([call, 'failed', [-1, 1]]);
    }
  },
);

test('interrupted work continues where it stopped, and is ended with a refund when it is lost again', async () => {
  const world = await historyWorld({ files: 2 * part });
  const historyScanId = await world.quoted();
  await world.start(historyScanId);
  world.historyReader.fails = isPartOf(part + 1);
  const { organizationId, repositoryId, ports } = world;
  const ref = { organizationId, repositoryId, historyScanId };
  await planHistory(ref, ports, { now: noon, signal });
  const timed = { signal, beginBefore: signal };
  await workOnHistory({ ...ref, number: 1 }, ports, timed);
  const asked = world.historyReader.asked.length;
  const swept = (hours: number) => sweep(world, hours * hour);
  await swept(1);
  expect(world.started).toEqual(['quote 1', 'look 1', 'look 1']);
  await swept(6);
  expect(world.started.at(-1)).toBe('look 2');
  await workOnHistory({ ...ref, number: 1 }, ports, timed);
  expect(world.historyReader.asked.length).toBe(asked);
  await swept(12);
  expect([world.started.at(-1), world.scanOf(historyScanId).status]).toEqual(['look 3', 'running']);
  await world.run(historyScanId);
  expect(world.scanOf(historyScanId)).toMatchObject({ status: 'completed', partsDone: 1, refunded: 1 });
  await swept(13);
  expect([amounts(world), violations(world)]).toEqual([[-2, 1], []]);
});
