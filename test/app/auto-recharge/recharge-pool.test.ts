import { beforeEach, describe, expect, test } from 'vitest';
import { rechargePool } from '#app/auto-recharge/recharge-pool.ts';
import { newCommit } from '#test/support/api/request-scan.ts';
import { setRecharge } from '#test/support/payments/payment-world.ts';
import { newScan } from '#test/support/scans/workflow.ts';
import { newRepository } from '#test/support/world.ts';
import {
  useRechargeCalls,
  world,
  openWithPlan,
  balance,
  available,
  recharge,
  card,
  charges,
  paid,
  mails,
  audited,
  expectConsistentBooks,
  applyRenewal,
} from '#test/support/payments/recharge-calls.ts';

useRechargeCalls();

describe('a pool at or below its threshold', () => {
  beforeEach(async () => {
    await openWithPlan();
    await setRecharge(world, 'core', { threshold: 20 });
  });

  test('is charged once when ten concurrent scans take 21 credits to the threshold of 20: 111 are left', async () => {
    await balance(21);
    const repository = await newRepository(world.store, world.accountId, [['', 'go']]);
    const caller = { organizationId: world.accountId, billingAccountId: world.accountId, personId: 'ada' };
    const now = world.now();
    const scans = Array.from({ length: 10 }, () =>
      newScan(world.store, {
        caller: { ...caller, role: 'member', plan: 'Starter', tokenKind: 'session' } as never,
        repository,
        request: { commitHash: newCommit() },
        now,
      }),
    );
    await Promise.all(scans);
    expect(available()).toBe(11);
    await Promise.all(Array.from({ length: 10 }, () => recharge()));
    expect(available()).toBe(21 - 10 + 100);
    expect(paid()).toHaveLength(1);
    expectConsistentBooks();
  });

  test('is not charged one credit above it', async () => {
    await balance(21);
    expect(await recharge()).toBeUndefined();
    expect(charges()).toEqual([]);
  });

  test('is charged without a subscription invoice, a hold or a change of the plan', async () => {
    await balance(3);
    await recharge();
    expect(world.store.all('account')[0]).toMatchObject({ plan: 'Starter', unpaidInvoices: [] });
    expect(audited('auto_recharge.charged')).toHaveLength(1);
    expect(mails('receipt')).toHaveLength(1);
  });

  test('is charged within its cap by three concurrent runs: a slot is claimed before the charge', async () => {
    await balance(5);
    await setRecharge(world, 'core', { threshold: 20, monthlyCap: 1 });
    await Promise.all([recharge(), recharge(), recharge()]);
    expect(paid()).toHaveLength(1);
    await balance(0);
    await recharge();
    expect(charges()).toHaveLength(1);
  });

  test('is charged in full despite a 100 % coupon of the customer', async () => {
    const coupon = await world.client.coupons.create({ percent_off: 100, duration: 'forever' });
    world.stripe.control.setDiscount({ organizationId: world.accountId }, coupon.id);
    await balance(1);
    await recharge();
    expect(paid().map(({ amount_paid: amount }) => amount > 0)).toEqual([true]);
    expectConsistentBooks();
  });

  test('is charged three times per credit period, counted from its anchor and not by calendar month', async () => {
    const drain = async () => {
      await balance(0);
      await recharge();
    };
    for (const at of ['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-04-01', '2026-04-09'])
      await world.to(`${at}T00:00:00.000Z`).then(drain);
    expect(paid()).toHaveLength(3);
    await world.to('2026-04-10T14:00:00.000Z');
    await applyRenewal();
    await drain();
    expect(paid()).toHaveLength(4);
    expectConsistentBooks();
  });
});

describe('a card that declines', () => {
  beforeEach(async () => {
    await openWithPlan();
    await setRecharge(world, 'core', { threshold: 20 });
    await balance(10);
    card('declined');
  });

  /** Attempts and waits as the workflow does. @returns the times of the attempts. */
  const runToItsEnd = async (): Promise<string[]> => {
    const asked: string[] = [];
    for (let again: string | undefined = world.now().toISOString(); again !== undefined;) {
      await world.to(again);
      asked.push(again.slice(11, 16));
      again = await recharge();
    }
    return asked;
  };

  test('at 12:00 is tried again at 12:15, 13:15 and 19:15, with four audit events, one mail and no hold', async () => {
    expect(await runToItsEnd()).toEqual(['12:00', '12:15', '13:15', '19:15']);
    expect(audited('auto_recharge.failed')).toHaveLength(4);
    expect(mails('recharge_failed')).toHaveLength(1);
    expect(world.store.all('account')[0]).toMatchObject({ unpaidInvoices: [] });
    expect(world.store.all('recharge')[0]).toMatchObject({ packs: 0, failures: 4 });
    expect(await recharge()).toBeUndefined();
    expect(charges()).toHaveLength(4);
    expectConsistentBooks();
  });

  test('pays once it works again, because each attempt has its own key', async () => {
    const again = await recharge();
    card('ok');
    await world.to(again ?? '');
    await recharge();
    expect(paid()).toHaveLength(1);
    expect(world.store.all('recharge')[0]).toMatchObject({ failures: 0, packs: 1 });
    expectConsistentBooks();
  });

  test('is not tried again before its time', async () => {
    const again = await recharge();
    expect(await recharge()).toBe(again);
    expect(charges()).toHaveLength(1);
  });

  test('is replaced by another card, which is tried at once without another mail in the same streak', async () => {
    await runToItsEnd();
    card('declined');
    await recharge();
    expect(charges()).toHaveLength(5);
    expect(mails('recharge_failed')).toHaveLength(1);
    card('ok');
    await recharge();
    expect(paid()).toHaveLength(1);
  });

  test('never sets the payment hold, after any number of failures', async () => {
    await runToItsEnd();
    expect(mails('payment_failed')).toEqual([]);
    expect(world.store.all('account')[0]?.unpaidInvoices).toEqual([]);
  });

  test('starts a new streak when settings change during a charge, with at most one more mail', async () => {
    const { paymentProvider } = world;
    const changing = {
      ...paymentProvider,
      payInvoice: async (...call: Parameters<typeof paymentProvider.payInvoice>) => {
        const charged = await paymentProvider.payInvoice(...call);
        await setRecharge(world, 'core', { threshold: 30 });
        return charged;
      },
    };
    expect(
      await rechargePool(
        { accountId: world.accountId, pool: 'core' },
        { ...world, paymentProvider: changing },
        world.now(),
      ),
    ).toBeUndefined();
    expect(world.store.all('recharge')[0]).toMatchObject({ failures: 0, packs: 0 });
    expect(await runToItsEnd()).toHaveLength(4);
    expect(mails('recharge_failed')).toHaveLength(2);
    expectConsistentBooks();
  });

  test('releases a slot only within the period of its claim', async () => {
    const { paymentProvider } = world;
    const turning = {
      ...paymentProvider,
      payInvoice: async (...call: Parameters<typeof paymentProvider.payInvoice>) => {
        const charged = await paymentProvider.payInvoice(...call);
        await world.to('2026-04-10T14:00:00.000Z');
        card('ok');
        const open = (await world.client.invoices.list({ status: 'open' })).data;
        for (const { id = '' } of open.filter(({ parent }) => parent)) await world.client.invoices.pay(id);
        await applyRenewal();
        return charged;
      },
    };
    await recharge({ ...world, paymentProvider: turning });
    await balance(0);
    await recharge();
    expect(world.store.all('recharge')[0]).toMatchObject({ packs: 1 });
    expectConsistentBooks();
  });
});
