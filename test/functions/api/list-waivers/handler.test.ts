import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { create, decide, inDays, renew } from '#test/support/waivers/waiver-calls.ts';
import { newOrganization, newRepository, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
type Listed = {
  waiverId: string;
  status: string;
  version: number;
  fullName?: string;
  unitPath?: string;
}[];
const list = async (query: Record<string, string> = {}) => {
  const answer = await call('list-waivers', { caller: organization.as('member'), query });
  return { ...answer, items: answer.body['items'] as Listed };
};
const expire = (waiverId: unknown) => {
  const { organizationId } = organization;
  const slot = world.store.all('waiverSlot').find((each) => each.waiverId === waiverId);
  const waiver = world.store.all('waiver').find((each) => each.waiverId === waiverId);
  if (!slot || !waiver) throw new Error('the waiver is there');
  const expired = { ...waiver, expiresAt: inDays(0) };
  return world.store.commit([
    {
      change: 'update',
      record: 'waiver',
      id: { organizationId, waiverId: waiver.waiverId },
      set: { expiresAt: inDays(0) },
    },
    {
      change: 'update',
      record: 'waiverSlot',
      id: { organizationId, slot: slot.slot },
      set: { freeAt: inDays(0), waiver: expired },
    },
  ]);
};

test('200: each group has the waivers that belong to it, and the list without a group has all', async () => {
  const admin = organization.as('admin');
  const active = (await create(admin)).body['waiverId'];
  const expiring = (await create(admin, { expiresAt: inDays(7) })).body['waiverId'];
  const requested = (await create(organization.as('member'))).body['waiverId'];
  const withdrawn = (await create(admin)).body['waiverId'];
  await decide('withdraw-waiver', admin, withdrawn);
  const expired = (await create(admin)).body['waiverId'];
  await expire(expired);
  const { organizationId } = organization;
  await world.store.commit([
    {
      change: 'update',
      record: 'waiverSlot',
      id: { organizationId, slot: 0 },
      set: { lastMatchedAt: inDays(0) },
    },
  ]);
  const ids = async (filter: string) => (await list({ filter })).items.map(({ waiverId }) => waiverId);
  expect(await ids('active')).toEqual([active, expiring]);
  expect(await ids('expiring')).toEqual([expiring]);
  expect(await ids('requested')).toEqual([requested]);
  expect(await ids('expired')).toEqual([expired]);
  expect(await ids('unused')).toEqual([expiring]);
  expect((await list()).items.map(({ status }) => status).toSorted()).toEqual([
    'active',
    'active',
    'expired',
    'requested',
    'withdrawn',
  ]);
});

test('200: pages follow each other without a gap, of a group and of all', async () => {
  for (let n = 0; n < 5; n++) await create(organization.as('admin'));
  for (const filter of [undefined, 'active']) {
    const query = { limit: '2', ...(filter !== undefined && { filter }) };
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, body } = await list({ ...query, ...(cursor !== undefined && { cursor }) });
      seen.push(...items.map(({ waiverId }) => waiverId));
      cursor = body['nextCursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(5);
  }
});

test('200: another organization has none of them', async () => {
  await create(organization.as('admin'));
  const other = await newOrganization(world.store);
  const { body } = await call('list-waivers', { caller: other.as('owner') });
  expect(body).toEqual({ items: [] });
});

test('200: a renewal and what it replaced are both in the history', async () => {
  const { waiverId } = (await create(organization.as('admin'))).body;
  await renew(organization.as('admin'), waiverId, { expiresAt: inDays(60) });
  const listed = (await list()).items.toSorted((a, b) => b.version - a.version);
  expect(listed.map(({ status, version }) => [status, version])).toEqual([
    ['active', 2],
    ['replaced', 1],
  ]);
});

test('200: the gate view names the repository and the project unit that a waiver is limited to', async () => {
  const { repositoryId, fullName, units } = await newRepository(world.store, organization.organizationId, [
    ['', 'npm'],
  ]);
  const admin = organization.as('admin');
  const [unit] = units;
  await create(admin, { scope: { repositoryId, projectUnitId: unit?.projectUnitId } });
  await create(admin, { scope: { repositoryId } });
  await create(admin);
  const places = async (query: Record<string, string>) =>
    (await list(query)).items.map(({ fullName: name, unitPath }) => [name, unitPath]);
  expect(await places({ view: 'gate', filter: 'active' })).toEqual([
    [fullName, ''],
    [fullName, undefined],
    [undefined, undefined],
  ]);
  expect(await places({ filter: 'active' })).toEqual(Array.from({ length: 3 }, () => [undefined, undefined]));
});

test('400 invalid_cursor: a cursor of another group', async () => {
  for (let n = 0; n < 2; n++) await create(organization.as('admin'));
  const { body } = await list({ filter: 'active', limit: '1' });
  const other = await list({ filter: 'unused', cursor: String(body['nextCursor']) });
  expect([other.status, other.body['code']]).toEqual([400, 'invalid_cursor']);
});
