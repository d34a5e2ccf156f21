import { beforeEach, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { activeIds, another, create, decide } from '#test/support/waivers/waiver-calls.ts';
import { newOrganization, testIds, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const stateOf = (waiverId: unknown) =>
  world.store.all('waiver').find((waiver) => waiver.waiverId === waiverId)?.status;

test('204: a withdrawn waiver covers nothing from then on, and withdrawing it again changes nothing', async () => {
  const { waiverId } = (await create(organization.as('admin'))).body;
  for (const role of ['owner', 'admin'] as const)
    expect((await decide('withdraw-waiver', organization.as(role), waiverId)).status).toBe(204);
  expect([await activeIds(organization.organizationId), stateOf(waiverId)]).toEqual([[], 'withdrawn']);
  const events = world.store.all('auditEvent').filter(({ action }) => action === 'waiver.withdrawn');
  expect(events).toMatchObject([{ target: waiverId, before: { status: 'approved' } }]);
});

test('204: a member withdraws their own request', async () => {
  const { waiverId } = (await create(organization.as('member'))).body;
  expect((await decide('withdraw-waiver', organization.as('member'), waiverId)).status).toBe(204);
  expect(stateOf(waiverId)).toBe('withdrawn');
});

test('403 role_required: a member withdraws neither what others requested nor what was approved', async () => {
  const { waiverId } = (await create(organization.as('member'))).body;
  const other = await decide('withdraw-waiver', another(organization.as('member')), waiverId);
  expect([other.status, other.body['code']]).toEqual([403, 'role_required']);
  await decide('approve-waiver', organization.as('admin'), waiverId);
  const late = await decide('withdraw-waiver', organization.as('member'), waiverId);
  expect([late.status, late.body['code']]).toEqual([403, 'role_required']);
  expect(stateOf(waiverId)).toBe('approved');
});

test('404 waiver_not_found', async () => {
  const { status, body } = await decide('withdraw-waiver', organization.as('owner'), testIds.uuid());
  expect([status, body['code']]).toEqual([404, 'waiver_not_found']);
});
