import { beforeEach, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { activeIds, create, decide } from '#test/support/waivers/waiver-calls.ts';
import { newOrganization, testIds, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

test('200: a rejected request covers nothing, frees its slot and stays rejected', async () => {
  const { waiverId } = (await create(organization.as('member'))).body;
  const admin = organization.as('admin');
  const first = await decide('reject-waiver', admin, waiverId);
  expect([first.status, first.body['status'], first.body['endedBy']]).toEqual([
    200,
    'rejected',
    admin.personId,
  ]);
  const second = await decide('reject-waiver', organization.as('owner'), waiverId);
  expect([second.status, second.body]).toEqual([200, first.body]);
  const next = (await create(admin)).body['waiverId'];
  expect(await activeIds(organization.organizationId)).toEqual([next]);
  expect(world.store.all('waiverSlot')).toHaveLength(1);
});

test('403 role_required: a member rejects nothing', async () => {
  const { waiverId } = (await create(organization.as('member'))).body;
  const { status, body } = await decide('reject-waiver', organization.as('member'), waiverId);
  expect([status, body['code']]).toEqual([403, 'role_required']);
});

test('404 waiver_not_found', async () => {
  const { status, body } = await decide('reject-waiver', organization.as('owner'), testIds.uuid());
  expect([status, body['code']]).toEqual([404, 'waiver_not_found']);
});

test('409 conflict: an active waiver is withdrawn, not rejected', async () => {
  const { waiverId } = (await create(organization.as('admin'))).body;
  const { status, body } = await decide('reject-waiver', organization.as('owner'), waiverId);
  expect([status, body['code']]).toEqual([409, 'conflict']);
});
