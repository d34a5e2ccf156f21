import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Caller } from '@scangate/domain/identity/caller';
import type { PlanName } from '@scangate/domain/plans/plan-names';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { newOrganization, noon, write } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
afterEach(() => void vi.setSystemTime(noon));

const read = async (caller: Caller) => (await call('get-retention', { caller })).body;
const choose = (caller: Caller, days: unknown) => call('set-retention', { caller, body: { days } });
const on = (plan: PlanName) =>
  newOrganization(world.store, { plan, ...(plan === 'Regulated' && { credits: { core: 1 } }) });

test.each([
  ['Free', 30, 30],
  ['Starter', 90, 90],
  ['Team', 365, 365],
  ['Regulated', 365, null],
] as const)('%s starts with %s days and has at most %s', async (plan, days, maxDays) => {
  const { as } = await on(plan);
  expect(await read(as('owner'))).toEqual({ days, maxDays });
});

test('owner and admin choose up to the maximum of the plan', async () => {
  for (const [role, days] of [
    ['owner', 1],
    ['admin', 365],
  ] as const) {
    const { status, body } = await choose(organization.as(role), days);
    expect([status, body]).toEqual([200, { days, maxDays: 365 }]);
    expect(await read(organization.as('owner'))).toEqual({ days, maxDays: 365 });
  }
  const { accountId, retentionChosen } = world.store.all('account')[0] ?? {};
  expect([accountId, retentionChosen]).toEqual([organization.organizationId, true]);
});

test.each([
  ['Free', 31],
  ['Starter', 91],
  ['Team', 366],
] as const)('422 retention_over_plan: %s does not allow %s days, and nothing changes', async (plan, days) => {
  const { as } = await on(plan);
  const before = allRecords(world.store);
  const { status, body } = await choose(as('owner'), days);
  expect([status, body['code'], body['maxDays']]).toEqual([422, 'retention_over_plan', days - 1]);
  expect(body.errors?.[0]?.pointer).toBe('/days');
  expect(allRecords(world.store)).toEqual(before);
});

test('Regulated has no maximum', async () => {
  const { as } = await on('Regulated');
  expect((await choose(as('owner'), 5_000)).body).toEqual({ days: 5_000, maxDays: null });
});

test.each([0, -1, 1.5, '30', null, 10_000_000, undefined])(
  '422 for %j, which is not a number of days',
  async (days) => {
    const { status, body } = await choose(organization.as('owner'), days);
    expect([status, body['code']]).toEqual([422, 'validation_failed']);
  },
);

test('is audited with the actor and the values before and after', async () => {
  await choose(organization.as('admin'), 90);
  const admin = organization.as('admin');
  expect(world.store.all('auditEvent')).toMatchObject([
    {
      organizationId: organization.organizationId,
      action: 'retention.changed',
      actor: { kind: 'person', personId: admin.personId, role: 'admin' },
      before: { days: 365 },
      after: { days: 90 },
    },
  ]);
});

test('follows the current plan: due renewals are written first', async () => {
  const { organizationId: accountId } = organization;
  const endsAt = '2026-04-10T12:00:00.000Z';
  await write(world.store, [{ change: 'update', record: 'account', id: { accountId }, set: { endsAt } }]);
  vi.setSystemTime(new Date(endsAt));
  expect((await choose(organization.as('owner'), 31)).body['code']).toBe('retention_over_plan');
  expect((await choose(organization.as('owner'), 7)).body).toEqual({ days: 7, maxDays: 30 });
  expect(world.store.all('account')[0]).toMatchObject({ plan: 'Free', retentionDays: 7 });
});

describe('two concurrent changes', () => {
  test('are both applied one after the other, and both are audited', async () => {
    const answers = await Promise.all([
      choose(organization.as('owner'), 10),
      choose(organization.as('admin'), 20),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = world.store.all('auditEvent');
    expect(second?.before).toEqual(first?.after);
    expect(await read(organization.as('owner'))).toMatchObject({ ...second?.after });
  });
});
