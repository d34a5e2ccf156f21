import { beforeEach, describe, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { activeIds, changeGate, create, inDays, waiverBody } from '#test/support/waivers/waiver-calls.ts';
import { newOrganization, newRepository, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

const active = () => activeIds(organization.organizationId);
const codesOf = async (more: object) => {
  const { status, body } = await create(organization.as('admin'), more);
  return [status, body['code'], body.errors?.[0]?.pointer];
};

describe('201', () => {
  test('an owner or admin creates an active waiver alone', async () => {
    const admin = organization.as('admin');
    const { status, body, headers } = await create(admin);
    expect([status, body]).toEqual([
      201,
      {
        waiverId: body['waiverId'],
        kind: 'manual',
        match: { rule: 'private-key' },
        scope: {},
        reason: 'a sample of the documentation',
        status: 'active',
        version: 1,
        createdAt: '2026-03-10T12:00:00.000Z',
        createdBy: admin.personId,
        approvedAt: '2026-03-10T12:00:00.000Z',
        approvedBy: admin.personId,
        expiresAt: inDays(30),
      },
    ]);
    expect(headers['Location']).toBe(`/v1/waivers/${body['waiverId']}`);
    expect(await active()).toEqual([body['waiverId']]);
  });

  test('a member requests a waiver, which covers nothing', async () => {
    const { status, body } = await create(organization.as('member'));
    expect([status, body['status'], body['approvedBy']]).toEqual([201, 'requested', undefined]);
    expect(await active()).toEqual([]);
  });

  test('an owner who only requests a waiver leaves it to another one, and cannot approve it', async () => {
    const { status, body } = await create(organization.as('owner'), { requestOnly: true });
    expect([status, body['status'], body['approvedBy']]).toEqual([201, 'requested', undefined]);
    expect(body).not.toHaveProperty('requestOnly');
    expect(await active()).toEqual([]);
    const params = { waiverId: body['waiverId'] as string };
    const own = await call('approve-waiver', { caller: organization.as('owner'), params });
    expect([own.status, own.body['code']]).toEqual([403, 'other_person_required']);
    await call('approve-waiver', { caller: organization.as('admin'), params });
    expect(await active()).toEqual([body['waiverId']]);
  });

  test('with two-person approval an owner requests, too', async () => {
    await changeGate(organization.as('owner'), { waiverApproval: 'four_eyes' });
    const { body } = await create(organization.as('owner'));
    expect(body['status']).toBe('requested');
    expect(await active()).toEqual([]);
  });

  test('a waiver of one unit applies to its repository', async () => {
    const { organizationId } = organization;
    const { repositoryId, units } = await newRepository(world.store, organizationId, [['', 'npm']]);
    const scope = { repositoryId, projectUnitId: units[0]?.projectUnitId };
    const { status, body } = await create(organization.as('admin'), { scope });
    expect([status, body['scope']]).toEqual([201, scope]);
    expect(await activeIds(organizationId, undefined, repositoryId)).toEqual([body['waiverId']]);
    expect(await active()).toEqual([]);
  });

  test('a waiver that covers nothing is accepted and listed as unused', async () => {
    const { body } = await create(organization.as('admin'), { match: { advisory: 'CVE-1999-0001' } });
    const listed = await call('list-waivers', {
      caller: organization.as('member'),
      query: { filter: 'unused' },
    });
    expect(listed.body['items']).toEqual([body]);
  });

  test('a timestamp with another time zone is the same instant', async () => {
    const { body } = await create(organization.as('admin'), { expiresAt: '2026-04-01T02:00:00+02:00' });
    expect(body['expiresAt']).toBe('2026-04-01T00:00:00.000Z');
  });

  test('a retry with the same Idempotency-Key creates no second waiver, and another person gets a separate waiver', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    const first = await create(organization.as('admin'), {}, { headers });
    const second = await create(organization.as('admin'), {}, { headers });
    expect(second.text).toBe(first.text);
    const other = await create(organization.as('owner'), {}, { headers });
    expect(other.body['waiverId']).not.toBe(first.body['waiverId']);
    expect(world.store.all('waiver')).toHaveLength(2);
  });

  test('the event names what was waived, until when and why', async () => {
    const { body } = await create(organization.as('admin'));
    await create(organization.as('member'));
    const events = world.store
      .all('auditEvent')
      .map(({ action, target, after }) => ({ action, target, after }));
    expect(events).toContainEqual({
      action: 'waiver.approved',
      target: body['waiverId'],
      after: {
        kind: 'manual',
        match: { rule: 'private-key' },
        scope: {},
        reason: 'a sample of the documentation',
        status: 'approved',
        version: 1,
        expiresAt: inDays(30),
      },
    });
    expect(events.map(({ action }) => action)).toContain('waiver.requested');
  });

  test('waiving claims the license of the month, once', async () => {
    await create(organization.as('admin'));
    await create(organization.as('admin'));
    const { personId } = organization.as('admin');
    expect(world.store.all('license')).toMatchObject([{ personId, month: '2026-03' }]);
    expect(world.store.all('licenseMonth')).toMatchObject([{ used: 1 }]);
  });
});

test('402 seat_license_required: no license is left, and nothing is waived', async () => {
  const accountId = organization.organizationId;
  await write(world.store, [
    { change: 'insert', record: 'licenseMonth', item: { accountId, month: '2026-03', used: 5 } },
  ]);
  const { status, body } = await create(organization.as('admin'));
  expect([status, body['code']]).toEqual([402, 'seat_license_required']);
  expect(await active()).toEqual([]);
});

test('403 person_required: a pipeline waives nothing', async () => {
  const { status, body } = await create(organization.as('owner', 'service'));
  expect([status, body['code']]).toEqual([403, 'person_required']);
  expect(world.store.all('waiver')).toEqual([]);
});

test('403 role_required: billing waives nothing', async () => {
  const caller = { ...organization.as('billing'), scopes: organization.as('owner').scopes };
  const { status, body } = await create(caller);
  expect([status, body['code']]).toEqual([403, 'role_required']);
});

test('404: an unknown repository or unit, or one of another organization', async () => {
  const { organizationId } = await newOrganization(world.store);
  const foreign = await newRepository(world.store, organizationId, [['', 'npm']]);
  const own = await newRepository(world.store, organization.organizationId, [['', 'npm']]);
  const { repositoryId } = own;
  expect(await codesOf({ scope: { repositoryId: foreign.repositoryId } })).toEqual([
    404,
    'repository_not_found',
    undefined,
  ]);
  const projectUnitId = foreign.units[0]?.projectUnitId;
  expect(await codesOf({ scope: { repositoryId, projectUnitId } })).toEqual([
    404,
    'project_unit_not_found',
    undefined,
  ]);
});

describe('422', () => {
  const [purl, path, rule] = ['/match/package', '/match/path', '/match/rule'];
  test.each<[string, object, unknown[]]>([
    ['no expiry', { expiresAt: undefined }, ['validation_failed', '/expiresAt']],
    ['91 days', { expiresAt: inDays(91) }, ['validation_failed', '/expiresAt']],
    ['366 days', { expiresAt: inDays(366) }, ['validation_failed', '/expiresAt']],
    ['an expiry in the past', { expiresAt: inDays(0) }, ['validation_failed', '/expiresAt']],
    ['an invalid expiry', { expiresAt: 'tomorrow' }, ['validation_failed', '/expiresAt']],
    [
      'an expiry without a time zone',
      { expiresAt: '2026-04-01T00:00:00' },
      ['validation_failed', '/expiresAt'],
    ],
    ['* alone as package', { match: { package: '*' } }, ['waiver_too_broad', purl]],
    ['* as name', { match: { package: 'pkg:npm/*' } }, ['waiver_too_broad', purl]],
    ['* beside two characters', { match: { package: 'pkg:npm/ab*' } }, ['waiver_too_broad', purl]],
    ['* as type', { match: { package: 'pkg:*/lodash' } }, ['waiver_too_broad', purl]],
    ['* as version', { match: { package: 'pkg:npm/lodash@*' } }, ['waiver_too_broad', purl]],
    ['* as rule', { match: { rule: '*' } }, ['waiver_too_broad', rule]],
    ['* as advisory', { match: { advisory: '*' } }, ['waiver_too_broad', '/match/advisory']],
    ['* as license', { match: { license: '*' } }, ['waiver_too_broad', '/match/license']],
    ['** as path', { match: { rule: 'a', path: '**' } }, ['waiver_too_broad', path]],
    ['a plain name', { match: { package: 'lodash' } }, ['validation_failed', purl]],
    ['no reason', { reason: '' }, ['validation_failed', '/reason']],
    ['a reason of spaces', { reason: '  ' }, ['validation_failed', '/reason']],
    ['two kinds of match', { match: { rule: 'a', advisory: 'CVE-1' } }, ['validation_failed', '/match']],
    ['no kind of match', { match: {} }, ['validation_failed', '/match']],
    ['an unknown field', { forever: true }, ['unknown_field', '/forever']],
  ])('%s', async (_name, more, [code, pointer]) => {
    expect(await codesOf(more)).toEqual([422, code, pointer]);
    expect(world.store.all('waiver')).toEqual([]);
  });

  test('waiver_not_permitted: a rule that cannot be waived', async () => {
    await changeGate(organization.as('owner'), { neverWaive: ['private-key'] });
    expect(await codesOf({})).toEqual([422, 'waiver_not_permitted', undefined]);
  });

  test('a shorter limit of the policy applies', async () => {
    await changeGate(organization.as('owner'), { maxWaiverDays: 29 });
    expect(await codesOf({})).toEqual([422, 'validation_failed', '/expiresAt']);
    await changeGate(organization.as('owner'), { maxWaiverDays: 365 });
    expect((await create(organization.as('admin'), { expiresAt: inDays(365) })).status).toBe(201);
  });

  test('too_many_waivers: 1,000 waivers are in force or requested', async () => {
    const { organizationId } = organization;
    await create(organization.as('member'));
    const [slot] = world.store.all('waiverSlot');
    if (!slot) throw new Error('the request has a slot');
    for (let at = 1; at < 1000; at++)
      await write(world.store, [
        { change: 'insert', record: 'waiverSlot', item: { ...slot, organizationId, slot: at } },
      ]);
    expect(await codesOf({})).toEqual([422, 'too_many_waivers', undefined]);
    // An expired one frees its slot.
    await write(world.store, [
      {
        change: 'update',
        record: 'waiverSlot',
        id: { organizationId, slot: 500 },
        set: { freeAt: inDays(0) },
      },
    ]);
    expect((await create(organization.as('admin'))).status).toBe(201);
    expect(await codesOf({})).toEqual([422, 'too_many_waivers', undefined]);
  });
});

test('of two people who take the last slot concurrently one succeeds', async () => {
  const body = waiverBody();
  await create(organization.as('member'));
  const [slot] = world.store.all('waiverSlot');
  if (!slot) throw new Error('the request has a slot');
  for (let at = 1; at < 999; at++)
    await write(world.store, [{ change: 'insert', record: 'waiverSlot', item: { ...slot, slot: at } }]);
  const answers = await Promise.all(
    (['owner', 'admin'] as const).map((role) =>
      call('create-waiver', { caller: organization.as(role), body }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
});
