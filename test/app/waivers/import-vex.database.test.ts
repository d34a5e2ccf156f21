import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveWaiver } from '#app/waivers/decide-waiver.ts';
import { importVex } from '#app/waivers/import-vex.ts';
import { listWaivers } from '#app/waivers/list-waivers.ts';
import { loadActiveWaivers } from '#app/waivers/waiver-store.ts';
import { recordWaiverUse } from '#app/waivers/record-use.ts';
import { log } from '#runtime/log.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { newOrganization, noon, testIds } from '#test/support/world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const statement = (index: number) => ({
  vulnerability: 'CVE-2021-44228',
  products: [`pkg:npm/package-${index}@1.0.0`],
  status: 'fixed',
});

test('1,000 waivers of a document are stored, approved, used, listed and read in one range of the database', async () => {
  const { store } = database;
  const organization = await newOrganization(store);
  const { organizationId } = organization;
  const document = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    statements: Array.from({ length: 1000 }, (_, index) => statement(index)),
  };
  const ports = { store, ids: testIds };
  const requested = await importVex({ caller: organization.as('member'), document }, ports, noon);
  expect([requested.waivers.length, requested.unchanged]).toEqual([1000, 0]);
  const scan = { organizationId, repositoryId: testIds.uuid() };
  expect(await loadActiveWaivers(store, scan, noon)).toEqual([]);
  const [first, second] = requested.waivers;
  for (const { waiverId } of [first, second].filter((waiver) => waiver !== undefined))
    await approveWaiver({ caller: organization.as('admin'), waiverId }, store, noon);
  const active = await loadActiveWaivers(store, scan, noon);
  expect(active.map(({ waiverId }) => waiverId)).toEqual([first?.waiverId, second?.waiverId]);
  await recordWaiverUse({ organizationId, waiverIds: [String(first?.waiverId)] }, { store, log }, noon);
  const list = async (filter: 'active' | 'unused' | 'requested') =>
    (await listWaivers(store, { organizationId, filter, limit: 100 }, noon)).items;
  expect((await list('active')).map(({ lastMatchedAt }) => lastMatchedAt)).toEqual([
    noon.toISOString(),
    undefined,
  ]);
  expect((await list('unused')).map(({ waiverId }) => waiverId)).toEqual([second?.waiverId]);
  expect(await list('requested')).toHaveLength(100);
  const page = await listWaivers(store, { organizationId, limit: 100 }, noon);
  expect([page.items.length, typeof page.cursor]).toEqual([100, 'string']);
  const again = await importVex({ caller: organization.as('member'), document }, ports, noon);
  expect([again.waivers.length, again.unchanged]).toEqual([0, 1000]);
}, 60_000);
