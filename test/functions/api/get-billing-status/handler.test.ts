import { describe, expect, test, vi } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { poolWith, write } from '#test/support/world.ts';
import {
  useBillingAccounts,
  at,
  status,
  newAccount,
  setPool,
} from '#test/support/billing/billing-accounts.ts';

useBillingAccounts();

describe('GET /billing/status', () => {
  test('shows everything about a new Team account', async () => {
    const { owner } = await newAccount({ licenses: 7, sastAddon: 'team' });
    const none = { promotional: 0, promotionExpiresAt: null };
    const pool = { purchased: 0, consumed: 0, ...none, refillsAt: '2026-04-10T12:00:00.000Z' };
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

  test('takes one round trip', async () => {
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
  ] as const)('%s has %s licenses, %s credits, retention %j', async (plan, limit, core, retention, has) => {
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

  test('shows the auto-recharge tab on plans with pay-as-you-go; the billing role sees plan and history', async () => {
    const { owner, as } = await newAccount({ plan: 'Free' });
    expect((await status(owner)).body['tabs']).toEqual(['plan', 'usage', 'history', 'retention']);
    expect((await status(as('billing'))).body['tabs']).toEqual(['plan', 'history']);
  });

  test('counts the licenses of the calendar month in UTC, whatever the credit period is', async () => {
    const { owner, accountId } = await newAccount();
    const item = { accountId, month: '2026-03', used: 4 };
    await write(world.store, [{ change: 'insert', record: 'licenseMonth', item }]);
    expect((await status(owner)).body['licenses']).toEqual({ limit: 5, used: 4, month: '2026-03' });
    vi.setSystemTime(new Date('2026-03-31T23:59:59.999Z'));
    expect((await status(owner)).body['licenses']).toMatchObject({ used: 4 });
    vi.setSystemTime(new Date('2026-04-01T00:00:00.000Z'));
    expect((await status(owner)).body['licenses']).toEqual({ limit: 5, used: 0, month: '2026-04' });
  });

  test('shows a late refill as done and writes nothing', async () => {
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

  test('shows yearly billing as one period that is refilled monthly', async () => {
    const { owner } = await newAccount({ period: 'year' });
    vi.setSystemTime(new Date('2026-07-01T00:00:00.000Z'));
    expect((await status(owner)).body).toMatchObject({
      period: { interval: 'year', startsAt: at, endsAt: '2027-03-10T12:00:00.000Z' },
      pools: { core: { refillsAt: '2026-07-10T12:00:00.000Z' } },
    });
  });

  test('shows plan, last paid period and hold while a renewal is unpaid', async () => {
    const { owner } = await newAccount(
      {},
      {
        renewedBy: 'invoice',
        paidUntilAt: '2026-04-10T12:00:00.000Z',
        unpaidInvoices: [
          {
            invoiceId: 'in_1',
            failedAt: '2026-04-11T12:05:00.000Z',
            failingSince: '2026-04-10T12:05:00.000Z',
          },
          { invoiceId: 'in_2', failedAt: '2026-04-12T00:00:00.000Z' },
        ],
      },
    );
    vi.setSystemTime(new Date('2026-04-20T00:00:00.000Z'));
    expect((await status(owner)).body).toMatchObject({
      plan: 'Team',
      period: { startsAt: at, endsAt: '2026-04-10T12:00:00.000Z' },
      pools: { core: { available: 500, refillsAt: null } },
      hold: { reason: 'payment_failed', since: '2026-04-10T12:05:00.000Z', invoices: 2 },
      lastPaymentFailedAt: '2026-04-12T00:00:00.000Z',
    });
  });

  test('shows the next refill of a Free organization that was idle for years', async () => {
    const { owner } = await newAccount({ plan: 'Free', licenses: undefined });
    vi.setSystemTime(new Date('2031-08-01T00:00:00.000Z'));
    expect((await status(owner)).body).toMatchObject({
      plan: 'Free',
      pools: { core: { available: 100, refillsAt: '2031-08-10T12:00:00.000Z' }, sast: { refillsAt: null } },
    });
  });

  test('lists pending changes by the time of their effect', async () => {
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

  test('shows a canceled add-on that ends with its period and is not refilled', async () => {
    const { owner } = await newAccount({ sastAddon: 'team' });
    await call('cancel-sast-addon', { caller: owner });
    const { body } = await status(owner);
    expect(body).toMatchObject({
      pools: { core: { refillsAt: expect.any(String) }, sast: { refillsAt: null } },
    });
  });

  test('lists the next renewal first, and a recharge per pool', async () => {
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

  test('shows a change of plan as pending until its renewal and in force from then on, even before the job ran', async () => {
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

  test('shows the end after auto-renew is off, and Free after that', async () => {
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
