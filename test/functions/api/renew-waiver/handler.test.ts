import { beforeEach, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { activeIds, changeGate, create, decide, inDays, renew } from '#test/support/waivers/waiver-calls.ts';
import { newOrganization, testIds, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const active = () => activeIds(organization.organizationId);
const stateOf = (waiverId: unknown) =>
  world.store.all('waiver').find((waiver) => waiver.waiverId === waiverId)?.status;

test('201: a renewal is a separate waiver with the next version, and replaces the old one', async () => {
  const { waiverId } = (await create(organization.as('admin'))).body;
  const { status, body } = await renew(organization.as('owner'), waiverId, { expiresAt: inDays(60) });
  expect([status, body]).toMatchObject([
    201,
    {
      status: 'active',
      version: 2,
      renews: waiverId,
      match: { rule: 'private-key' },
      reason: 'a sample of the documentation',
      expiresAt: inDays(60),
    },
  ]);
  expect([await active(), stateOf(waiverId)]).toEqual([[body['waiverId']], 'replaced']);
});

test('201: a requested renewal leaves the old waiver in force until it is approved', async () => {
  await changeGate(organization.as('owner'), { waiverApproval: 'four_eyes' });
  const { waiverId } = (await create(organization.as('admin'))).body;
  await decide('approve-waiver', organization.as('owner'), waiverId);
  const { body } = await renew(organization.as('admin'), waiverId, {
    expiresAt: inDays(60),
    reason: 'still',
  });
  expect([body['status'], body['reason'], await active()]).toEqual(['requested', 'still', [waiverId]]);
  await decide('approve-waiver', organization.as('owner'), body['waiverId']);
  expect([await active(), stateOf(waiverId)]).toEqual([[body['waiverId']], 'replaced']);
});

test('403 person_required: a pipeline renews nothing', async () => {
  const { waiverId } = (await create(organization.as('admin'))).body;
  const { status, body } = await renew(organization.as('owner', 'service'), waiverId, {
    expiresAt: inDays(60),
  });
  expect([status, body['code']]).toEqual([403, 'person_required']);
});

test('404 waiver_not_found', async () => {
  const { status, body } = await renew(organization.as('owner'), testIds.uuid(), { expiresAt: inDays(60) });
  expect([status, body['code']]).toEqual([404, 'waiver_not_found']);
});

test('409 conflict: only an approved waiver is renewed, and only to a later expiry', async () => {
  const admin = organization.as('admin');
  const requested = (await create(organization.as('member'))).body['waiverId'];
  const withdrawn = (await create(admin)).body['waiverId'];
  await decide('withdraw-waiver', admin, withdrawn);
  for (const waiverId of [requested, withdrawn])
    expect((await renew(admin, waiverId, { expiresAt: inDays(60) })).status).toBe(409);
  const { waiverId } = (await create(admin)).body;
  expect((await renew(admin, waiverId, { expiresAt: inDays(30) })).status).toBe(409);
});

test('422: a renewal ends within the limit of the policy from today', async () => {
  const { waiverId } = (await create(organization.as('admin'))).body;
  expect((await renew(organization.as('admin'), waiverId, { expiresAt: inDays(91) })).status).toBe(422);
  expect((await renew(organization.as('admin'), waiverId, {})).status).toBe(422);
});

/** Lets a waiver expire, which frees its slot without anybody writing. */
const expire = async (waiverId: unknown) => {
  const { organizationId } = organization;
  const waiver = world.store.all('waiver').find((each) => each.waiverId === waiverId);
  if (!waiver) throw new Error('there is a waiver');
  const { slot } = waiver;
  const expired = { ...waiver, expiresAt: inDays(-1) };
  await world.store.commit([
    {
      change: 'update',
      record: 'waiver',
      id: { organizationId, waiverId: waiver.waiverId },
      set: { expiresAt: expired.expiresAt },
    },
    {
      change: 'update',
      record: 'waiverSlot',
      id: { organizationId, slot },
      set: { waiver: expired, freeAt: expired.expiresAt },
    },
  ]);
};

test('409 conflict: an expired waiver has one renewal', async () => {
  const { waiverId } = (await create(organization.as('admin'))).body;
  await expire(waiverId);
  const renewOnce = () => renew(organization.as('owner'), waiverId, { expiresAt: inDays(60) });
  expect([(await renewOnce()).status, stateOf(waiverId)]).toEqual([201, 'replaced']);
  expect((await renewOnce()).body).toMatchObject({ code: 'conflict' });
  expect(await active()).toHaveLength(1);
});

test('201: the slot of an expired waiver stays with the waiver that took it', async () => {
  const { waiverId } = (await create(organization.as('admin'))).body;
  await expire(waiverId);
  const taken = (await create(organization.as('admin'))).body['waiverId'];
  const { body } = await renew(organization.as('owner'), waiverId, { expiresAt: inDays(60) });
  expect((await active()).toSorted()).toEqual([taken, body['waiverId']].map(String).toSorted());
});

test('422 idempotency_key_reused: the same body for another waiver is another request', async () => {
  const [first, second] = [
    (await create(organization.as('admin'))).body['waiverId'],
    (await create(organization.as('admin'))).body['waiverId'],
  ];
  const options = { headers: { 'Idempotency-Key': 'k' } };
  const renewWith = (waiverId: unknown) =>
    renew(organization.as('owner'), waiverId, { expiresAt: inDays(60) }, options);
  const renewed = await renewWith(first);
  expect((await renewWith(first)).body).toEqual(renewed.body);
  const { status, body } = await renewWith(second);
  expect([status, body['code'], stateOf(second)]).toEqual([422, 'idempotency_key_reused', 'approved']);
});
