import { describe, expect, test, vi } from 'vitest';
import { call } from '#test/support/api/call-endpoint.ts';
import { poolWith } from '#test/support/world.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import { useBillingAccounts, newAccount, setPool } from '#test/support/billing/billing-accounts.ts';

useBillingAccounts();

describe('GET /billing/credits-alert', () => {
  const alert = async (caller: Caller) => (await call('get-credits-alert', { caller })).body;

  test('shows a member the plan without amounts', async () => {
    const { as } = await newAccount({ sastAddon: 'team' });
    expect(await alert(as('member'))).toEqual({
      plan: 'Team',
      pools: { core: { state: 'ok' }, sast: { state: 'ok' } },
      hold: null,
    });
  });

  test('shows a member since when scans wait for a payment', async () => {
    const unpaid = (invoiceId: string, failedAt: string) => ({ invoiceId, failedAt });
    const { as } = await newAccount(
      {},
      {
        unpaidInvoices: [
          unpaid('in_2', '2026-03-09T08:00:00.000Z'),
          unpaid('in_1', '2026-03-02T08:00:00.000Z'),
        ],
      },
    );
    const hold = { reason: 'payment_failed', since: '2026-03-02T08:00:00.000Z' };
    expect(await alert(as('member'))).toMatchObject({ hold });
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

  test('an empty pool with a late refill is not empty', async () => {
    const { as, accountId } = await newAccount();
    await setPool(accountId, poolWith(accountId, 'core', { included: 500, consumed: 500 }));
    expect(await alert(as('member'))).toMatchObject({ pools: { core: { state: 'empty' } } });
    vi.setSystemTime(new Date('2026-04-10T12:00:00.000Z'));
    expect(await alert(as('member'))).toMatchObject({ pools: { core: { state: 'ok' } } });
  });
});
