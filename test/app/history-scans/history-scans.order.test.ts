import { expect, test } from 'vitest';
import { planHistory } from '#app/history-scans/plan-history.ts';
import { historyWorld } from '#test/support/history/history-world.ts';
import { noon } from '#test/support/world.ts';

const amounts = ({ entries }: Awaited<ReturnType<typeof historyWorld>>) =>
  entries().map(({ amount }) => amount);

test('an older quote than the last one is refused, because it would close what a newer look found', async () => {
  const world = await historyWorld({ files: 1 });
  const older = await world.quoted();
  const newer = await world.quoted();
  await expect(world.start(older)).rejects.toMatchObject({ code: 'conflict' });
  expect(amounts(world)).toEqual([]);
  await world.start(newer);
  expect(amounts(world)).toEqual([-1]);
});

test('work that was cut off goes on by the plan that was made first', async () => {
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
