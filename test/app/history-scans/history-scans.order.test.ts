import { expect, test } from 'vitest';
import { planHistory } from '#app/history-scans/plan-history.ts';
import { emittedEvents, emittedTypes, listenTo } from '#test/support/events/emitted-events.ts';
import { head, historyWorld } from '#test/support/history/history-world.ts';
import { watchCalls } from '#test/support/store/watch-calls.ts';
import { later, noon } from '#test/support/world.ts';

const amounts = ({ entries }: Awaited<ReturnType<typeof historyWorld>>) =>
  entries().map(({ amount }) => amount);

test('an older quote than the last one is refused, because it would close what a newer scan found', async () => {
  const world = await historyWorld({ files: 1 });
  const older = await world.quoted();
  const newer = await world.quoted();
  await expect(world.start(older)).rejects.toMatchObject({ code: 'conflict' });
  expect(amounts(world)).toEqual([]);
  await world.start(newer);
  expect(amounts(world)).toEqual([-1]);
});

/** The ports of a world in which something happens before the first commit. */
const metBy = ({ ports }: Awaited<ReturnType<typeof historyWorld>>, other: () => Promise<unknown>) => {
  let isMet = false;
  const store = watchCalls(ports.store, async (name) => {
    if (name !== 'commit' || isMet) return;
    isMet = true;
    await other();
  });
  return { ...ports, store };
};

test('a quote that is accepted while a newer one is requested is refused, and costs nothing', async () => {
  const world = await historyWorld({ files: 1 });
  const older = await world.quoted();
  const ports = metBy(world, () => world.quote());
  await expect(world.start(older, ports)).rejects.toMatchObject({ code: 'conflict' });
  expect([world.scanOf(older).status, amounts(world)]).toEqual(['quoted', []]);
});

test('a quote is refused that is requested while the last one is accepted', async () => {
  const world = await historyWorld({ files: 1 });
  const last = await world.quoted();
  const ports = metBy(world, () => world.start(last));
  await expect(world.quote(noon, ports)).rejects.toMatchObject({ code: 'conflict' });
  expect([world.scanOf(last).status, amounts(world)]).toEqual(['running', [-1]]);
});

test('interrupted work continues by the plan that was made first', async () => {
  const world = await historyWorld({ files: 1 });
  const { organizationId, repositoryId, ports } = world;
  const historyScanId = await world.quote(noon);
  const { signal } = new AbortController();
  const plan = () =>
    planHistory({ organizationId, repositoryId, historyScanId }, ports, { now: noon, signal });
  const first = await plan();
  const asked = world.historyReader.asked.length;
  expect(await plan()).toEqual(first);
  expect(world.historyReader.asked.length).toBe(asked);
});

test('findings that a history scan opened or fixed are reported once, at its end', async () => {
  const world = await historyWorld({ files: 3, keys: { gone: [1] }, inHead: [0] });
  const { organizationId, repositoryId, store } = world;
  await listenTo(store, organizationId, ['finding.*']);
  const look = async () => {
    const historyScanId = await world.quoted();
    await world.start(historyScanId, world.ports, later(world.started.length));
    await world.run(historyScanId);
    await world.run(historyScanId);
    return historyScanId;
  };
  const first = await look();
  const told = { repository: { repositoryId }, commitHash: head, total: 1, highestSeverity: 'critical' };
  expect(emittedEvents(store)).toMatchObject([
    { type: 'finding.introduced', data: { ...told, historyScanId: first, scanId: first, branch: 'main' } },
  ]);
  await look();
  expect(emittedTypes(store)).toEqual(['finding.introduced']);
  world.historyReader.history = { files: 3, inHead: [0] };
  const third = await look();
  expect(emittedTypes(store)).toEqual(['finding.fixed', 'finding.introduced']);
  expect(emittedEvents(store).find(({ type }) => type === 'finding.fixed')?.data).toMatchObject({
    historyScanId: third,
    total: 1,
  });
});
