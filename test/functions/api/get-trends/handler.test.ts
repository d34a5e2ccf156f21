import { beforeEach, expect, test, vi } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { followedRepository, type FollowedRepository } from '#test/support/tracking/tracked-calls.ts';
import { newOrganization } from '#test/support/world.ts';

let tracked: FollowedRepository;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  tracked = await followedRepository();
});
type Day = { day: string; open: { total: number }; opened: number; fixed: number };
const trends = async (query: Record<string, string> = {}, caller = tracked.organization.as('member')) => {
  const { status, body } = await call('get-trends', { caller, query });
  return { status, code: body['code'], days: (body['days'] ?? []) as Day[] };
};

test('200: the last days one by one, with what was open at the end of each', async () => {
  const { days } = await trends({ days: '12' });
  expect(days.map(({ day, open, opened, fixed }) => [day.slice(8), open.total, opened, fixed])).toEqual([
    ['27', 0, 0, 0],
    ['28', 5, 5, 0],
    ...['01', '02', '03', '04', '05', '06', '07', '08'].map((day) => [day, 5, 0, 0]),
    ['09', 4, 0, 1],
    ['10', 4, 0, 0],
  ]);
  expect(days[10]).toMatchObject({
    waived: 1,
    meanDaysToFix: 9,
    open: { critical: 1, high: 1, medium: 1, low: 1 },
  });
});

test('200: what was opened before the first day counts as open on it', async () => {
  const { days } = await trends({ days: '1' });
  expect(days).toEqual([
    {
      day: '2026-03-10',
      open: { critical: 1, high: 1, medium: 1, low: 1, unknown: 0, total: 4 },
      waived: 1,
      opened: 0,
      fixed: 0,
    },
  ]);
});

test('200: another organization has nothing, over 30 days unless it asks for others', async () => {
  const { days } = await trends({}, (await newOrganization(world.store)).as('owner'));
  expect(days).toHaveLength(30);
  expect(days.every(({ open, opened }) => open.total === 0 && opened === 0)).toBe(true);
});

test.each(['0', '367', 'many', '1.5'])('400: %s days', async (days) => {
  expect(await trends({ days })).toMatchObject({ status: 400, code: 'invalid_query' });
});
