import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account, Pool } from '@scangate/domain/records';
import type { Caller } from '@scangate/domain/identity/roles';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { newOrganization, noon, poolWith, write } from '#test/support/world.ts';

beforeEach(resetWorld);
afterEach(() => void vi.setSystemTime(noon));

const at = noon.toISOString();
const status = (caller: Caller) => call('get-billing-status', { caller });
const open = newOrganization;
const newAccount = async (
  order: Parameters<typeof newOrganization>[1] = {},
  account: Partial<Account> = {},
) => {
  const organization = await open(world.store, order);
  const accountId = organization.organizationId;
  await write(world.store, [{ change: 'update', record: 'account', id: { accountId }, set: account }]);
  return { accountId, owner: organization.as('owner'), as: organization.as };
};
const setPool = (accountId: string, pool: Pool) => {
  const { accountId: _id, pool: name, ...set } = pool;
  return write(world.store, [{ change: 'update', record: 'pool', id: { accountId, pool: name }, set }]);
};

describe('GET /billing/status', () => {
  test('says everything there is to know of a new Team account', async () => {
    const { owner } = await newAccount({ licenses: 7, sastAddon: 'team' });
    const pool = { purchased: 0, consumed: 0, refillsAt: '2026-04-10T12:00:00.000Z' };
    const endsAt = '2026-04-10T12:00:00.000Z';
    const recharge = {
      enabled: false,
      packs: 0,
      monthlyCap: 3,
      failures: 0,
      failingSince: null,
      nextAttemptAt: null,
    };
    expect((await status(owner)).body).toEqual({
      plan: 'Team',
      period: { interval: 'month', startsAt: at, endsAt: '2026-04-10T12:00:00.000Z' },
      licenses: { limit: 7, used: 0, month: '2026-03' },
      pools: {
        core: { ...pool, available: 700, included: 700 },
        sast: { ...pool, available: 350, included: 350 },
      },
      sastAddon: { size: 'team', endsAt: '2026-04-10T12:00:00.000Z' },
      pending: [],
      ordered: [],
      renewals: [
        { of: 'plan', at: endsAt, overdue: false },
        { of: 'sast_addon', at: endsAt, overdue: false },
      ],
      autoRenew: true,
      hold: null,
      lastPaymentFailedAt: null,
      autoRecharge: { core: recharge, sast: recharge },
      nextMails: [],
      retention: { days: 365, maxDays: 365 },
      capabilities: expect.arrayContaining(['api', 'webhooks', 'audit_log', 'pay_as_you_go', 'sla']),
      tabs: ['plan', 'usage', 'history', 'auto_recharge', 'retention'],
    });
  });

  test('costs one round trip', async () => {
    const { owner } = await newAccount();
    const calls = (['load', 'get', 'list', 'commit'] as const).map((name) => vi.spyOn(world.store, name));
    await status(owner);
    expect(calls.map((spy) => spy.mock.calls.length)).toEqual([1, 0, 0, 0]);
  });

  test.each([
    ['Free', 3, 100, { days: 30, maxDays: 30 }, ['policy_basic']],
    [
      'Starter',
      10,
      800,
      { days: 90, maxDays: 90 },
      ['policy_basic', 'policy_standard', 'proof_export', 'pay_as_you_go'],
    ],
    ['Regulated', null, 4_000, { days: 365, maxDays: null }, undefined],
  ] as const)('%s has %s licences, %s credits, retention %j', async (plan, limit, core, retention, has) => {
    const { owner } = await newAccount({ plan, ...(plan === 'Regulated' && { credits: { core } }) });
    const { body } = await status(owner);
    expect(body).toMatchObject({
      plan,
      licenses: { limit },
      pools: { core: { available: core }, sast: { available: 0, refillsAt: null } },
      sastAddon: null,
      retention,
    });
    if (has) expect(body['capabilities']).toEqual(has);
    else expect(body['capabilities']).toEqual(expect.arrayContaining(['api', 'sso_full', 'auditor_export']));
  });

  test('auto-recharge is a tab where the plan has pay-as-you-go; people of billing see plan and history', async () => {
    const { owner, as } = await newAccount({ plan: 'Free' });
    expect((await status(owner)).body['tabs']).toEqual(['plan', 'usage', 'history', 'retention']);
    expect((await status(as('billing'))).body['tabs']).toEqual(['plan', 'history']);
  });

  test('counts the licences of the calendar month in UTC, whatever the credit period is', async () => {
    const { owner, accountId } = await newAccount();
    const item = { accountId, month: '2026-03', used: 4 };
    await write(world.store, [{ change: 'insert', record: 'licenseMonth', item }]);
    expect((await status(owner)).body['licenses']).toEqual({ limit: 5, used: 4, month: '2026-03' });
    vi.setSystemTime(new Date('2026-03-31T23:59:59.999Z'));
    expect((await status(owner)).body['licenses']).toMatchObject({ used: 4 });
    vi.setSystemTime(new Date('2026-04-01T00:00:00.000Z'));
    expect((await status(owner)).body['licenses']).toEqual({ limit: 5, used: 0, month: '2026-04' });
  });

  test('a refill that is late is not to be seen, and looking writes nothing', async () => {
    const { owner, accountId } = await newAccount();
    await setPool(accountId, poolWith(accountId, 'core', { included: 500, purchased: 30, consumed: 510 }));
    const before = allRecords(world.store);
    vi.setSystemTime(new Date('2026-05-10T12:00:00.000Z'));
    expect((await status(owner)).body['pools']).toMatchObject({
      core: {
        available: 520,
        included: 500,
        purchased: 20,
        consumed: 0,
        refillsAt: '2026-06-10T12:00:00.000Z',
      },
    });
    expect(allRecords(world.store)).toEqual(before);
  });

  test('yearly billing is one period of a year, refilled monthly', async () => {
    const { owner } = await newAccount({ period: 'year' });
    vi.setSystemTime(new Date('2026-07-01T00:00:00.000Z'));
    expect((await status(owner)).body).toMatchObject({
      period: { interval: 'year', startsAt: at, endsAt: '2027-03-10T12:00:00.000Z' },
      pools: { core: { refillsAt: '2026-07-10T12:00:00.000Z' } },
    });
  });

  test('while a renewal is unpaid: the plan, the period that was paid last, no refill, since when', async () => {
    const { owner } = await newAccount(
      {},
      {
        renewedBy: 'invoice',
        paidUntilAt: '2026-04-10T12:00:00.000Z',
        unpaidInvoices: [
          { invoiceId: 'in_1', failedAt: '2026-04-10T12:05:00.000Z' },
          { invoiceId: 'in_2', failedAt: '2026-04-12T00:00:00.000Z' },
        ],
      },
    );
    vi.setSystemTime(new Date('2026-04-20T00:00:00.000Z'));
    expect((await status(owner)).body).toMatchObject({
      plan: 'Team',
      period: { startsAt: at, endsAt: '2026-04-10T12:00:00.000Z' },
      pools: { core: { available: 500, refillsAt: null } },
      lastPaymentFailedAt: '2026-04-12T00:00:00.000Z',
    });
  });

  test('lists what is pending by when it takes effect, each change on its own', async () => {
    const { owner } = await newAccount(
      { licenses: 9, sastAddon: 'team' },
      {
        pending: { plan: 'Team', interval: 'year', licenses: 6, effectiveAt: '2026-04-10T12:00:00.000Z' },
        sastAddon: { size: 'team', cancelsAt: '2026-04-01T00:00:00.000Z' },
      },
    );
    const { body } = await status(owner);
    expect(body['pending']).toEqual([
      { change: 'sast_addon_end', effectiveAt: '2026-04-01T00:00:00.000Z' },
      { change: 'interval', to: 'year', effectiveAt: '2026-04-10T12:00:00.000Z' },
      { change: 'licenses', to: 6, effectiveAt: '2026-04-10T12:00:00.000Z' },
    ]);
    expect(body['pools']).toMatchObject({ sast: { refillsAt: null } });
    expect(body['sastAddon']).toMatchObject({ cancelsAt: '2026-04-01T00:00:00.000Z' });
    expect(body['licenses']).toMatchObject({ limit: 9 });
  });

  test('an add-on that is cancelled ends with its period: it is not refilled', async () => {
    const { owner } = await newAccount({ sastAddon: 'team' });
    await call('cancel-sast-addon', { caller: owner });
    const { body } = await status(owner);
    expect(body).toMatchObject({
      pools: { core: { refillsAt: expect.any(String) }, sast: { refillsAt: null } },
    });
  });

  test('what renews first stands first, and each pool has its own recharge', async () => {
    const [next, nextAt] = ['2026-04-10T12:00:00.000Z', '2026-03-10T12:15:00.000Z'];
    const settings = { enabled: true, threshold: 5, pack: 'sast-25' as const, monthlyCap: 4, version: 1 };
    const { owner, accountId } = await newAccount(
      { sastAddon: 'team' },
      {
        renewedBy: 'invoice',
        paidUntilAt: next,
        sastAddon: { size: 'team', paidUntilAt: '2026-03-20T00:00:00.000Z' },
        autoRecharge: { sast: settings },
      },
    );
    const failedWith = { settingsVersion: 1, periodStartAt: at, paymentMethodId: 'pm_1' };
    const counts = {
      packs: 2,
      failures: 1,
      failureContext: failedWith,
      failingSince: at,
      nextAttemptAt: nextAt,
      version: 3,
    };
    const item = { accountId, pool: 'sast' as const, periodStartAt: at, ...counts };
    await write(world.store, [{ change: 'insert', record: 'recharge', item }]);
    expect((await status(owner)).body).toMatchObject({
      renewals: [{ of: 'sast_addon' }, { of: 'plan' }],
      autoRecharge: { core: { packs: 0 }, sast: { packs: 2, failures: 1, failingSince: at } },
      nextMails: [
        { reason: 'auto_recharge_retry', at: nextAt },
        { reason: 'sast_addon_renewal' },
        { reason: 'plan_renewal', at: next },
      ],
    });
    expect((await call('get-forecast', { caller: owner })).body).toMatchObject({
      pools: { core: { packsLeft: null }, sast: { threshold: 5, packsLeft: 2 } },
    });
  });

  test('a change of plan is pending until its renewal and in force from it on, whether the job ran or not', async () => {
    const effectiveAt = '2026-04-10T12:00:00.000Z';
    const { owner } = await newAccount({}, { pending: { plan: 'Starter', interval: 'month', effectiveAt } });
    expect((await status(owner)).body).toMatchObject({
      plan: 'Team',
      pending: [{ change: 'plan', to: 'Starter', effectiveAt }],
    });
    vi.setSystemTime(new Date(effectiveAt));
    expect((await status(owner)).body).toMatchObject({
      plan: 'Starter',
      pending: [],
      pools: { core: { available: 800 } },
      retention: { days: 90, maxDays: 90 },
    });
  });

  test('auto-renew off: the end is pending, and after it the plan is Free', async () => {
    const endsAt = '2026-04-10T12:00:00.000Z';
    const { owner } = await newAccount({ sastAddon: 'team' }, { endsAt });
    expect((await status(owner)).body).toMatchObject({
      plan: 'Team',
      autoRenew: false,
      pending: [{ change: 'plan_end', effectiveAt: endsAt }],
      renewals: [],
    });
    vi.setSystemTime(new Date(endsAt));
    expect((await status({ ...owner, plan: 'Free' })).body).toMatchObject({
      plan: 'Free',
      autoRenew: true,
      pending: [],
      sastAddon: null,
      licenses: { limit: 3 },
      pools: { core: { available: 100, included: 100 }, sast: { available: 0, refillsAt: null } },
      retention: { days: 30, maxDays: 30 },
    });
  });
});

describe('GET /billing/credits-alert', () => {
  const alert = async (caller: Caller) => (await call('get-credits-alert', { caller })).body;

  test('tells a member the real plan, and no amount', async () => {
    const { as } = await newAccount({ sastAddon: 'team' });
    expect(await alert(as('member'))).toEqual({
      plan: 'Team',
      pools: { core: { state: 'ok' }, sast: { state: 'ok' } },
    });
  });

  test.each([
    [{ included: 500, consumed: 399 }, {}, 'ok'],
    [{ included: 500, consumed: 400 }, {}, 'low'],
    [{ included: 500, consumed: 499 }, {}, 'low'],
    [{ included: 500, consumed: 500 }, {}, 'empty'],
    [{ included: 500, purchased: 100, consumed: 499 }, {}, 'ok'],
    [{ included: 0, purchased: 1 }, {}, 'ok'],
    [{ included: 500, consumed: 480 }, { threshold: 19 }, 'ok'],
    [{ included: 500, consumed: 481 }, { threshold: 19 }, 'low'],
    [{ included: 500, consumed: 480 }, { threshold: 19, enabled: false }, 'low'],
    [{ included: 500, consumed: 500 }, { threshold: 0 }, 'empty'],
  ])('%j with auto-recharge %j is %s', async (credits, settings, state) => {
    const recharge = { enabled: true, threshold: 0, pack: 'core-100' as const, monthlyCap: 3, version: 1 };
    const isSet = Object.keys(settings).length > 0;
    const { as, accountId } = await newAccount(
      {},
      isSet ? { autoRecharge: { core: { ...recharge, ...settings } } } : {},
    );
    await setPool(accountId, poolWith(accountId, 'core', credits));
    expect(await alert(as('member'))).toMatchObject({ pools: { core: { state }, sast: { state: 'empty' } } });
  });

  test('an empty pool whose refill is late is not empty', async () => {
    const { as, accountId } = await newAccount();
    await setPool(accountId, poolWith(accountId, 'core', { included: 500, consumed: 500 }));
    expect(await alert(as('member'))).toMatchObject({ pools: { core: { state: 'empty' } } });
    vi.setSystemTime(new Date('2026-04-10T12:00:00.000Z'));
    expect(await alert(as('member'))).toMatchObject({ pools: { core: { state: 'ok' } } });
  });
});
