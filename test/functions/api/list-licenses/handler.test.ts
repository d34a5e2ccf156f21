import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newCommit, requestScan } from '#test/support/api/request-scan.ts';
import { newOrganization, newRepository, noon, testIds, write } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
let repositoryId: string;
afterEach(() => void vi.restoreAllMocks());
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.setSystemTime(noon);
  resetWorld();
  organization = await newOrganization(world.store, { plan: 'Team', licenses: 7 });
  ({ repositoryId } = await newRepository(world.store, organization.organizationId, [['', 'npm']]));
});

const ask = (query: Record<string, string> = {}, caller = organization.as('owner')) =>
  call('list-licenses', { caller, query });
const scan = async (caller: Caller, now = noon) => {
  const { body } = await requestScan(world.store, {
    caller,
    request: { repositoryId, commitHash: newCommit() },
    now,
  });
  return body?.scanId;
};

test('names the people of this month, with the scan that claimed each license', async () => {
  await scan(organization.as('owner'), new Date('2026-02-28T12:00:00.000Z'));
  const first = await scan(organization.as('owner'));
  await scan(organization.as('owner'));
  const second = await scan(organization.as('member'));
  const { status, body } = await ask();
  expect(status).toBe(200);
  const { organizationId } = organization;
  const holder = (role: 'owner' | 'member', scanId: unknown) => ({
    personId: organization.as(role).personId,
    email: `${role}@example.com`,
    organizationId,
    claimedAt: noon.toISOString(),
    scanId,
  });
  expect(body).toEqual({
    month: '2026-03',
    used: 2,
    limit: 7,
    items: [holder('owner', first), holder('member', second)],
  });
});

test('keeps a removed person, and says if the scan or the person is not known', async () => {
  const { organizationId } = organization;
  await scan(organization.as('member'));
  await write(world.store, [
    {
      change: 'update',
      record: 'member',
      id: { organizationId, personId: organization.as('member').personId },
      set: { removedAt: noon.toISOString() },
    },
    {
      change: 'insert',
      record: 'license',
      item: {
        accountId: organizationId,
        month: '2026-03',
        personId: 'ffffffff-0000-4000-8000-000000000000',
        organizationId,
        claimedAt: noon.toISOString(),
      },
    },
  ]);
  const items = (await ask()).body['items'] as Record<string, unknown>[];
  expect(items.map(({ email, scanId }) => [email, typeof scanId])).toEqual([
    ['member@example.com', 'string'],
    [undefined, 'object'],
  ]);
});

test('is read page by page, within its month', async () => {
  for (let count = 0; count < 5; count++)
    await scan({ ...organization.as('member'), personId: testIds.uuid() });
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await ask({ limit: '2', ...(cursor !== undefined && { cursor }) });
    seen.push(...(body['items'] as { personId: string }[]).map(({ personId }) => personId));
    cursor = body['nextCursor'] as string | undefined;
  } while (cursor !== undefined);
  expect(new Set(seen).size).toBe(5);
  const { body } = await ask({ limit: '2' });
  vi.setSystemTime(new Date('2026-04-01T00:00:00.000Z'));
  const stale = await ask({ limit: '2', cursor: String(body['nextCursor']) });
  expect(stale.body['code']).toBe('invalid_cursor');
  expect((await ask()).body).toMatchObject({ month: '2026-04', used: 0, items: [] });
});

test('is for owners and admins of a separate account', async () => {
  for (const [role, status] of [
    ['owner', 200],
    ['admin', 200],
    ['billing', 403],
    ['member', 403],
  ] as const)
    expect((await ask({}, organization.as(role))).status).toBe(status);
  const client = await newOrganization(world.store, { plan: 'Team', parent: organization.organizationId });
  expect((await ask({}, client.as('owner'))).body['code']).toBe('managed_by_parent');
});
