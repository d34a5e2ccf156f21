import { describe, expect, test, vi } from 'vitest';
import { world } from '#test/support/api/call-endpoint.ts';
import { noon } from '#test/support/world.ts';
import {
  useSubscriberCalls,
  renewal,
  onTeam,
  onStarter,
  ask,
  renew,
  addon,
  status,
  card,
  toRenewal,
  buyer,
} from '#test/support/payments/subscriber-calls.ts';

useSubscriberCalls();

describe('GET /billing/status of a subscription at Stripe', () => {
  test('shows renewals and expected mails; an unpaid renewal is overdue and holds billable work', async () => {
    await onTeam();
    await addon('team');
    expect(await status()).toMatchObject({
      renewals: [
        { of: 'plan', at: renewal, overdue: false },
        { of: 'sast_addon', at: renewal, overdue: false },
      ],
      nextMails: [
        { kind: 'receipt', reason: 'plan_renewal', at: renewal },
        { kind: 'receipt', reason: 'sast_addon_renewal', at: renewal },
      ],
      hold: null,
    });
    card('declined');
    await toRenewal();
    const unpaid = await status();
    expect(unpaid['renewals']).toEqual(expect.arrayContaining([{ of: 'plan', at: renewal, overdue: true }]));
    expect(unpaid['hold']).toEqual({
      reason: 'payment_failed',
      since: unpaid['lastPaymentFailedAt'],
      invoices: 1,
    });
  });

  test('shows no renewal of a plan that ends', async () => {
    await onStarter();
    await renew(false);
    expect(await status()).toMatchObject({ renewals: [], nextMails: [] });
  });

  test('shows the packs, failures and next attempt of the automatic recharge', async () => {
    await onStarter();
    const settings = { enabled: true, threshold: 900, pack: 'core-100', monthlyCap: 2 };
    const headers = { 'If-Match': '*' };
    await ask('change-auto-recharge', { query: { pool: 'core' }, body: settings, headers });
    card('declined');
    const { rechargePool } = await import('#app/auto-recharge/recharge-pool.ts');
    await rechargePool({ accountId: buyer.accountId, pool: 'core' }, buyer, noon);
    expect(await status()).toMatchObject({
      autoRecharge: {
        core: {
          enabled: true,
          packs: 0,
          monthlyCap: 2,
          failures: 1,
          failingSince: noon.toISOString(),
          nextAttemptAt: '2026-03-10T12:15:00.000Z',
        },
        sast: { enabled: false },
      },
      nextMails: expect.arrayContaining([
        { kind: 'receipt', reason: 'auto_recharge_retry', at: '2026-03-10T12:15:00.000Z' },
      ]),
    });
    card('ok');
    await rechargePool(
      { accountId: buyer.accountId, pool: 'core' },
      buyer,
      new Date('2026-03-10T12:15:00.000Z'),
    );
    expect(await status()).toMatchObject({
      autoRecharge: { core: { packs: 1, failures: 0, failingSince: null, nextAttemptAt: null } },
    });
  });

  test('takes one round trip', async () => {
    await onTeam();
    const calls = (['load', 'get', 'list', 'commit'] as const).map((name) => vi.spyOn(world.store, name));
    await status();
    expect(calls.map((spy) => spy.mock.calls.length)).toEqual([1, 0, 0, 0]);
  });
});
