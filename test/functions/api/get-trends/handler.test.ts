import { beforeEach, describe, expect, test, vi } from 'vitest';
import { noTrend } from '@scangate/domain/tracking/trends';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { followedRepository, type FollowedRepository } from '#test/support/tracking/tracked-calls.ts';
import { trackedWorld } from '#test/support/tracking/tracked-world.ts';
import { newOrganization, newRepository, noon, write } from '#test/support/world.ts';

let tracked: FollowedRepository;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  tracked = await followedRepository();
});
type Day = {
  day: string;
  open: { total: number };
  opened: number;
  fixed: number;
  verdicts: { pass: number; fail: number; error: number };
};
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
      verdicts: { pass: 0, fail: 0, error: 0 },
    },
  ]);
});

test('200: another organization has nothing, over 30 days by default', async () => {
  const { days } = await trends({}, (await newOrganization(world.store)).as('owner'));
  expect(days).toHaveLength(30);
  expect(days.every(({ open, opened }) => open.total === 0 && opened === 0)).toBe(true);
});

test.each(['0', '367', 'many', '1.5'])('400: %s days', async (days) => {
  expect(await trends({ days })).toMatchObject({ status: 400, code: 'invalid_query' });
});

test('200: one repository has its own trends, and the organization the sum of all', async () => {
  const { organizationId, repository } = tracked;
  const other = await newRepository(world.store, organizationId);
  const { days } = await trends({ days: '12', repositoryId: repository.repositoryId.toUpperCase() });
  expect(days).toEqual((await trends({ days: '12' })).days);
  const none = await trends({ days: '12', repositoryId: other.repositoryId });
  expect(none.days.every(({ open }) => open.total === 0)).toBe(true);
});

test('200: from and to are days, both included, and the trend stops at today', async () => {
  const daysOf = async (query: Record<string, string>) =>
    (await trends(query)).days.map(({ day }) => day.slice(5));
  expect(await daysOf({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['02-27', '02-28', '03-01']);
  expect(await daysOf({ to: '2026-03-02', days: '2' })).toEqual(['03-01', '03-02']);
  expect(await daysOf({ from: '2026-03-09', to: '2027-01-01' })).toEqual(['03-09', '03-10']);
  const [first] = (await trends({ from: '2026-03-01', to: '2026-03-01' })).days;
  expect(first?.open.total).toBe(5);
});

test.each([
  { from: '2026-03-02', to: '2026-03-01' },
  { from: '2026-03-11' },
  { from: '2025-01-01' },
  { from: 'yesterday' },
  { from: '2026-03-01T00:00:00Z' },
])('400: %o', async (query) => {
  expect(await trends(query as Record<string, string>)).toMatchObject({ status: 400, code: 'invalid_query' });
});

test('404: a repository of another organization', async () => {
  const { organizationId } = await newOrganization(world.store);
  const { repositoryId } = await newRepository(world.store, organizationId);
  expect(await trends({ repositoryId })).toMatchObject({ status: 404, code: 'repository_not_found' });
});

describe('verdicts', () => {
  const { fixture, create, plain, end } = scanRequests();
  const verdicts = async (query: Record<string, string> = {}) =>
    (await trends({ days: '1', ...query }, fixture.organization.as('member'))).days[0]?.verdicts;
  const fail = { errorCode: 'system_error', error: 'It broke.' } as const;

  test('200: a scan of the default branch that failed is an error of its day', async () => {
    for (const [branch, commit] of [
      ['main', 'b'],
      ['develop', 'c'],
    ] as const)
      await end((await create(plain({ branch, commitHash: commit.repeat(40) }))).body['scanId'], fail);
    expect(await verdicts()).toEqual({ pass: 0, fail: 0, error: 1 });
    const { repositoryId } = fixture.repository;
    expect(await verdicts({ repositoryId })).toEqual({ pass: 0, fail: 0, error: 1 });
  });

  test('200: a followed scan counts once by its verdict, however often it is followed', async () => {
    const followed = await trackedWorld(world.store, world.blobs);
    const scan = await followed.ended({ commit: 1, units: { '': { findings: [] } } });
    const judgedAt = noon.toISOString();
    const verdict = assembleVerdict(scan, [], { policy: defaultPolicy, judgedAt });
    const id = { organizationId: scan.organizationId, scanId: scan.scanId };
    await write(world.store, [{ change: 'update', record: 'scan', id, set: { verdict } }]);
    await followed.follow(scan);
    await followed.follow(scan);
    const { days } = await trends({ days: '1' }, followed.organization.as('member'));
    expect(days[0]?.verdicts).toEqual({ pass: 1, fail: 0, error: 0 });
  });

  test('200: a day that was counted before verdicts were continues with them', async () => {
    const { organizationId } = fixture.organization;
    const item = { ...noTrend, organizationId, day: '2026-03-10', opened: 3 };
    const { pass: _pass, fail: _fail, error: _error, ...old } = item;
    await write(world.store, [{ change: 'insert', record: 'trend', item: old }]);
    expect(await verdicts()).toEqual({ pass: 0, fail: 0, error: 0 });
    await end((await create(plain({ branch: 'main' }))).body['scanId'], fail);
    expect(await verdicts()).toEqual({ pass: 0, fail: 0, error: 1 });
  });
});
