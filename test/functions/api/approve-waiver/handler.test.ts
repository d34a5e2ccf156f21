import { beforeEach, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import {
  activeIds,
  another,
  changeGate,
  create,
  decide,
  inDays,
  renew,
} from '#test/support/waivers/waiver-calls.ts';
import { newOrganization, testIds, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const requested = async (more: object = {}) =>
  (await create(organization.as('member'), more)).body['waiverId'];
const active = () => activeIds(organization.organizationId);

test('200: an owner or admin approves the request of another person', async () => {
  const waiverId = await requested();
  const admin = organization.as('admin');
  const { status, body } = await decide('approve-waiver', admin, waiverId);
  expect([status, body['status'], body['approvedBy']]).toEqual([200, 'active', admin.personId]);
  expect(await active()).toEqual([waiverId]);
});

test('200: a second approval changes nothing, and the first approver stays', async () => {
  const waiverId = await requested();
  const first = await decide('approve-waiver', organization.as('admin'), waiverId);
  const second = await decide('approve-waiver', organization.as('owner'), waiverId);
  expect([second.status, second.body]).toEqual([200, first.body]);
  const events = world.store.all('auditEvent').filter(({ action }) => action === 'waiver.approved');
  expect(events).toHaveLength(1);
});

test('two concurrent approvals count as one', async () => {
  const waiverId = await requested();
  const approvals = (['admin', 'owner'] as const).map((role) =>
    decide('approve-waiver', organization.as(role), waiverId),
  );
  const [a, b] = await Promise.all(approvals);
  expect([a?.status, b?.status, a?.body]).toEqual([200, 200, b?.body]);
});

test('403 other_person_required: nobody approves their own request, in any role', async () => {
  await changeGate(organization.as('owner'), { waiverApproval: 'four_eyes' });
  const owner = organization.as('owner');
  const { body } = await create(owner);
  const own = await decide('approve-waiver', owner, body['waiverId']);
  expect([own.status, own.body['code']]).toEqual([403, 'other_person_required']);
  const promoted = { ...organization.as('member'), role: 'owner' as const };
  const later = await decide('approve-waiver', promoted, await requested());
  expect([later.status, later.body['code']]).toEqual([403, 'other_person_required']);
  expect(await active()).toEqual([]);
  expect((await decide('approve-waiver', another(owner), body['waiverId'])).status).toBe(200);
});

test('403: members and pipelines approve nothing', async () => {
  const waiverId = await requested();
  const member = await decide('approve-waiver', another(organization.as('member')), waiverId);
  expect([member.status, member.body['code']]).toEqual([403, 'role_required']);
  const pipeline = await decide('approve-waiver', organization.as('owner', 'service'), waiverId);
  expect([pipeline.status, pipeline.body['code']]).toEqual([403, 'person_required']);
  expect(await active()).toEqual([]);
});

test('404 waiver_not_found: an unknown waiver, or one of another organization', async () => {
  const other = await newOrganization(world.store);
  const foreign = (await create(other.as('member'))).body['waiverId'];
  for (const waiverId of [testIds.uuid(), foreign]) {
    const { status, body } = await decide('approve-waiver', organization.as('owner'), waiverId);
    expect([status, body['code']]).toEqual([404, 'waiver_not_found']);
  }
});

test('409 conflict: a rejected, withdrawn or expired request is not approved', async () => {
  const [rejected, withdrawn] = [await requested(), await requested()];
  await decide('reject-waiver', organization.as('admin'), rejected);
  await decide('withdraw-waiver', organization.as('member'), withdrawn);
  const expired = await requested();
  const { organizationId } = organization;
  await world.store.commit([
    {
      change: 'update',
      record: 'waiver',
      id: { organizationId, waiverId: String(expired) },
      set: { expiresAt: inDays(0) },
    },
  ]);
  for (const waiverId of [rejected, withdrawn, expired]) {
    const { status, body } = await decide('approve-waiver', organization.as('owner'), waiverId);
    expect([status, body['code']]).toEqual([409, 'conflict']);
  }
});

test('409 conflict: a renewal of a waiver that was withdrawn meanwhile does not restore it', async () => {
  await changeGate(organization.as('owner'), { waiverApproval: 'four_eyes' });
  const first = await requested();
  await decide('approve-waiver', organization.as('owner'), first);
  const ids = [];
  for (let n = 0; n < 2; n++)
    ids.push((await renew(organization.as('admin'), first, { expiresAt: inDays(60) })).body['waiverId']);
  await decide('withdraw-waiver', organization.as('owner'), first);
  for (const waiverId of ids) {
    const { status, body } = await decide('approve-waiver', organization.as('owner'), waiverId);
    expect([status, body['code'], body['detail']]).toEqual([
      409,
      'conflict',
      'The waiver that it renews is withdrawn.',
    ]);
  }
  expect(await active()).toEqual([]);
});

test('409 conflict: of two requested renewals one is approved', async () => {
  await changeGate(organization.as('owner'), { waiverApproval: 'four_eyes' });
  const first = await requested();
  await decide('approve-waiver', organization.as('owner'), first);
  const renewals = [];
  for (let n = 0; n < 2; n++)
    renewals.push((await renew(organization.as('admin'), first, { expiresAt: inDays(60) })).body['waiverId']);
  const answers = [];
  for (const waiverId of renewals)
    answers.push((await decide('approve-waiver', organization.as('owner'), waiverId)).status);
  expect([answers, await active()]).toEqual([[200, 409], [renewals[0]]]);
});

test('422 waiver_not_permitted: the policy on the day of the approval applies', async () => {
  const [long, short] = [await requested(), await requested({ expiresAt: inDays(7) })];
  const never = await requested({ match: { rule: 'stripe-key' }, expiresAt: inDays(7) });
  await changeGate(organization.as('owner'), { maxWaiverDays: 7, neverWaive: ['stripe-key'] });
  for (const waiverId of [long, never]) {
    const { status, body } = await decide('approve-waiver', organization.as('admin'), waiverId);
    expect([status, body['code']]).toEqual([422, 'waiver_not_permitted']);
  }
  expect((await decide('approve-waiver', organization.as('admin'), short)).status).toBe(200);
  expect(await active()).toEqual([short]);
});
