import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cancelHistoryScan } from '#app/history-scans/cancel-history-scan.ts';
import { endHistoryWork } from '#app/history-scans/end-history.ts';
import { planHistory } from '#app/history-scans/plan-history.ts';
import { sweepHistoryScans } from '#app/history-scans/sweep-history-scans.ts';
import { workOnHistory } from '#app/history-scans/work-on-history.ts';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import { installBackoff } from '#ports/backoff.ts';
import { amounts, secretsOf, violations } from '#test/support/history/history-facts.ts';
import { historyWorld } from '#test/support/history/history-world.ts';
import { faultKinds, injectFaults, isRetryable } from '#test/support/store/fault-injection.ts';
import { later, noon } from '#test/support/world.ts';

beforeEach(() => installBackoff({ random: () => 0, sleep: async () => {} }));

const { signal } = new AbortController();
const part = historyLimits.filesPerCredit;
type World = Awaited<ReturnType<typeof historyWorld>>;

const cancel = ({ caller, repositoryId, ports }: World, historyScanId: string, over = ports, now = noon) =>
  cancelHistoryScan({ caller: caller(), repositoryId, historyScanId }, over, now);

/** A history scan that has started, before anything was scanned. */
const begun = async (files = 2) => {
  const world = await historyWorld({ files, keys: { gone: [1] }, inHead: [0] });
  const { organizationId, repositoryId, ports } = world;
  const historyScanId = await world.quoted();
  await world.start(historyScanId);
  const ref = { organizationId, repositoryId, historyScanId };
  await planHistory(ref, ports, { now: noon, signal });
  const work = (number: number) => workOnHistory({ ...ref, number }, ports, { signal, beginBefore: signal });
  return { world, historyScanId, work };
};

describe('a history scan that is canceled', () => {
  test('while it is counted, or quoted, ends and costs nothing', async () => {
    const world = await historyWorld();
    const counting = await world.quote();
    expect(await cancel(world, counting)).toMatchObject({ status: 'cancelled' });
    await world.run(counting);
    expect(world.scanOf(counting).status).toBe('cancelled');
    const quoted = await world.quoted();
    await cancel(world, quoted);
    await expect(world.start(quoted)).rejects.toMatchObject({ code: 'conflict' });
    expect([amounts(world), world.scanOf(quoted)]).toMatchObject([[], { status: 'cancelled' }]);
    expect(world.scanOf(quoted)).not.toHaveProperty('dueAt');
  });

  test('while its count ends, or fails, stays canceled, and its task does not fail', async () => {
    for (const isRead of [true, false]) {
      const world = await historyWorld();
      const { organizationId, repositoryId, ports, store, historyReader } = world;
      const historyScanId = await world.quote();
      const ref = { organizationId, repositoryId, historyScanId };
      const get = store.get.bind(store);
      const context = { now: noon, signal };
      vi.spyOn(store, 'get').mockImplementationOnce(async (...asked) => {
        const found = await get(...asked);
        await cancel(world, historyScanId);
        return found;
      });
      historyReader.fails = () => true;
      await (isRead
        ? endHistoryWork({ ...ref, commits: 0, slices: 0 }, ports, context)
        : planHistory(ref, ports, context));
      expect(world.scanOf(historyScanId).status).toBe('cancelled');
    }
  });

  test('while it runs is refunded once for the parts that were not scanned, and keeps what was found', async () => {
    const { world, historyScanId, work } = await begun(part + 1);
    await work(1);
    const canceled = await cancel(world, historyScanId);
    expect(canceled).toMatchObject({ status: 'running', cancelledAt: noon.toISOString() });
    expect(world.started.at(-1)).toBe('cancel 1');
    const asked = world.historyReader.asked.length;
    await work(2);
    expect(world.historyReader.asked.length).toBe(asked);
    await world.run(historyScanId);
    await world.run(historyScanId);
    expect(world.scanOf(historyScanId)).toMatchObject({ status: 'cancelled', partsDone: 1, refunded: 1 });
    expect([amounts(world), secretsOf(world).length, violations(world)]).toEqual([[-2, 1], 1, []]);
    expect(await cancel(world, historyScanId)).toMatchObject({ status: 'cancelled' });
    const actions = world.store.all('auditEvent').map(({ action }) => action);
    expect(actions.filter((action) => action === 'history_scan.cancelled')).toHaveLength(1);
  });

  test('after every part was scanned completes', async () => {
    const { world, historyScanId, work } = await begun();
    await work(1);
    await cancel(world, historyScanId);
    await world.run(historyScanId);
    expect(world.scanOf(historyScanId)).toMatchObject({ status: 'completed', refunded: 0 });
  });

  test('after its end is refused', async () => {
    const { world, historyScanId } = await begun();
    await world.run(historyScanId);
    await expect(cancel(world, historyScanId)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('whose end does not start is ended by the sweep', async () => {
    const { world, historyScanId } = await begun();
    const { historyWorkflow } = world.ports;
    const { start } = historyWorkflow;
    historyWorkflow.start = async () => {
      throw new Error('no');
    };
    await cancel(world, historyScanId);
    historyWorkflow.start = start;
    await sweepHistoryScans(world.ports, { now: later(180), signal });
    expect(world.started.at(-1)).toBe('cancel 1');
  });

  test.each(faultKinds)('is refunded once, whichever call fails as "%s"', async (fault) => {
    for (let call = 1; call <= 4; call += 1) {
      const { world, historyScanId } = await begun();
      const faulty = injectFaults(world.ports, new Map([[call, fault]])).ports;
      const first = await cancel(world, historyScanId, faulty).catch((error: unknown) => error);
      if (first instanceof Error) expect(isRetryable(first)).toBe(true);
      await cancel(world, historyScanId);
      await world.run(historyScanId);
      expect([call, world.scanOf(historyScanId).status, amounts(world)]).toEqual([
        call,
        'cancelled',
        [-1, 1],
      ]);
      expect(violations(world)).toEqual([]);
    }
  });
});
