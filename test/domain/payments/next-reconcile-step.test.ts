import { describe, expect, test } from 'vitest';
import { nextReconcileStep, type ProviderState } from '@scangate/domain/payments/next-reconcile-step';
import { newPaymentAccount } from '@scangate/domain/payments/payment-account';
import type { Account, PaymentAccount } from '@scangate/domain/records';
import {
  freeAccount,
  now,
  renewal,
  teamAccount,
  teamAddon,
  teamSubscription,
} from '#test/support/payments/team-subscription.ts';

const dayBefore = '2026-03-19T12:00:00.000Z';
const justInTime = '2026-03-19T12:00:00.001Z';

const team = teamAccount;
const withAddon = (sastAddon: Partial<NonNullable<Account['sastAddon']>> = {}): Account => ({
  ...team,
  sastAddon: { size: 'team', paidUntilAt: renewal, ...sastAddon },
});
const free = freeAccount;

const row = (more: Partial<PaymentAccount> = {}): PaymentAccount => ({
  ...newPaymentAccount('org', 'one'),
  ...more,
});
const subscription = teamSubscription;
const addon = teamAddon;
const next = (
  account: Account,
  provider: ProviderState,
  { more = {}, at = now }: { more?: Partial<PaymentAccount>; at?: string } = {},
) => nextReconcileStep({ account, paymentAccount: row(more), provider }, at);

const schedule = (price: 'team_month' | 'starter_month', quantity: number) => ({
  scheduleId: 'sched',
  next: { price, quantity, startAt: renewal },
});

test('there is no step when both agree, nor when nothing is at the payment provider', () => {
  expect(next(team, { subscription: subscription() })).toBeUndefined();
  expect(next(withAddon(), { subscription: subscription(), addon: addon() })).toBeUndefined();
  expect(next(team, {})).toBeUndefined();
  expect(next(free, {})).toBeUndefined();
});

describe('ordered licenses', () => {
  const order = (licenses: number, at = now) => ({ licensesOrder: { orderId: 'o', licenses, at } });

  test('are bought after the schedule of the renewal was released', () => {
    const raise = { do: 'raise_quantity', subscriptionId: 'sub', quantity: 8 };
    expect(next(team, { subscription: subscription() }, { more: order(8) })).toEqual(raise);
    const arranged = subscription({ schedule: schedule('starter_month', 1) });
    expect(next(team, { subscription: arranged }, { more: order(8) })).toEqual({
      do: 'release_schedule',
      scheduleId: 'sched',
    });
  });

  test('that are at the provider already are applied, not bought again', () => {
    for (const quantity of [8, 9])
      expect(next(team, { subscription: subscription({ quantity }) }, { more: order(8) })).toEqual({
        do: 'apply_subscription',
        subscriptionId: 'sub',
      });
  });

  test('are not bought after a day', () => {
    expect(next(team, { subscription: subscription() }, { more: order(8, dayBefore) })).toBeUndefined();
    expect(next(team, { subscription: subscription() }, { more: order(8, justInTime) })).toMatchObject({
      do: 'raise_quantity',
    });
  });

  test.each(['ended', 'incomplete'] as const)('are not bought for a subscription that is %s', (status) => {
    expect(next(team, { subscription: subscription({ status }) }, { more: order(8) })).toBeUndefined();
  });
});

describe('the renewal', () => {
  const pending = { plan: 'Starter', interval: 'month', effectiveAt: renewal } as const;
  const toStarter: Account = { ...team, pending };
  const release = { do: 'release_schedule', scheduleId: 'sched' };

  test('to another plan is scheduled once', () => {
    expect(next(toStarter, { subscription: subscription() })).toEqual({
      do: 'schedule_next',
      subscriptionId: 'sub',
      price: 'starter_month',
      quantity: 1,
    });
    const arranged = subscription({ schedule: schedule('starter_month', 1) });
    expect(next(toStarter, { subscription: arranged })).toBeUndefined();
  });

  test('with another plan or another quantity is scheduled in place, and released without a pending change', () => {
    const other = subscription({ schedule: schedule('team_month', 5) });
    const inPlace = { do: 'schedule_next', subscriptionId: 'sub' } as const;
    expect(next(toStarter, { subscription: other })).toEqual({
      ...inPlace,
      price: 'starter_month',
      quantity: 1,
    });
    const fewer = (licenses: number): Account => ({
      ...team,
      pending: { ...pending, plan: 'Team', licenses },
    });
    expect(next(fewer(5), { subscription: other })).toBeUndefined();
    expect(next(fewer(4), { subscription: other })).toEqual({ ...inPlace, price: 'team_month', quantity: 4 });
    expect(next(team, { subscription: other })).toEqual(release);
  });

  test('whose schedule is being built is continued, never released', () => {
    const building = subscription({ schedule: { scheduleId: 'sched' } });
    expect(next(toStarter, { subscription: building })).toMatchObject({
      do: 'schedule_next',
      price: 'starter_month',
    });
    expect(next(team, { subscription: building })).toBeUndefined();
  });

  test('that is due is not scheduled', () => {
    expect(next(toStarter, { subscription: subscription() }, { more: {}, at: renewal })).toBeUndefined();
  });

  test('is canceled or not as auto-renew says, after its schedule was released', () => {
    const ends: Account = { ...team, endsAt: renewal };
    const cancel = { do: 'cancel_at_period_end', subscriptionId: 'sub', cancels: true };
    expect(next(ends, { subscription: subscription() })).toEqual(cancel);
    expect(next(ends, { subscription: subscription({ schedule: schedule('team_month', 5) }) })).toEqual(
      release,
    );
    expect(next(ends, { subscription: subscription({ schedule: { scheduleId: 'sched' } }) })).toEqual(
      release,
    );
    expect(next(ends, { subscription: subscription({ cancelsAtPeriodEnd: true }) })).toBeUndefined();
    expect(
      next({ ...toStarter, endsAt: renewal }, { subscription: subscription({ cancelsAtPeriodEnd: true }) }),
    ).toBeUndefined();
    const revoked = subscription({ cancelsAtPeriodEnd: true });
    expect(next(team, { subscription: revoked })).toEqual({ ...cancel, cancels: false });
  });

  test('has a schedule in its last phase left alone', () => {
    expect(next(team, { subscription: subscription({ schedule: { scheduleId: 'sched' } }) })).toBeUndefined();
  });

  test('is discounted after it was scheduled', () => {
    const promotionId = 'promo';
    const apply = { do: 'apply_promotion', subscriptionId: 'sub', promotionId };
    expect(next(team, { subscription: subscription() }, { more: { promotionId } })).toEqual(apply);
    expect(next(toStarter, { subscription: subscription() }, { more: { promotionId } })).toMatchObject({
      do: 'schedule_next',
    });
    expect(next(free, {}, { more: { promotionId } })).toBeUndefined();
  });
});

describe('the add-on', () => {
  const order = (at = now) => ({ addonOrder: { orderId: 'o', size: 'team' as const, at } });
  const plan = { subscription: subscription() };

  test('that is ordered starts with the current number of licenses', () => {
    expect(next(team, plan, { more: order() })).toEqual({
      do: 'start_addon',
      price: 'sast_team_month',
      quantity: 6,
    });
    const starter: Account = { ...team, plan: 'Starter', licenses: undefined };
    const seen = { subscription: subscription({ price: 'starter_month', quantity: 1 }) };
    expect(next(starter, seen, { more: order() })).toEqual({
      do: 'start_addon',
      price: 'sast_starter_month',
      quantity: 1,
    });
  });

  test('starts neither after a day, nor beside another, nor without a plan by invoice', () => {
    expect(next(team, plan, { more: order(dayBefore) })).toBeUndefined();
    expect(next(withAddon(), plan, { more: order() })).toBeUndefined();
    expect(next(free, {}, { more: order() })).toBeUndefined();
    expect(next({ ...team, renewedBy: 'schedule' }, {}, { more: order() })).toBeUndefined();
  });

  test('that started and was ordered is applied; one that has ended is left to the provider', () => {
    const settle = { do: 'apply_subscription', subscriptionId: 'addon' };
    expect(next(team, { ...plan, addon: addon() }, { more: order() })).toEqual(settle);
    expect(next(team, { ...plan, addon: addon() })).toBeUndefined();
  });

  test.each([5, 8])('for six gets the quantity %i from its next period on', (licenses) => {
    const account: Account = { ...withAddon(), licenses };
    const seen = { subscription: subscription({ quantity: licenses }), addon: addon() };
    const follow = { do: 'set_next_quantity', subscriptionId: 'addon' };
    const to = { price: 'sast_team_month', quantity: licenses };
    expect(next(account, seen)).toEqual({ ...follow, ...to });
    expect(next({ ...account, sastAddon: { size: 'team', cancelsAt: renewal } }, seen)).toMatchObject({
      do: 'cancel_at_period_end',
    });
    const cancelled = addon({ cancelsAtPeriodEnd: true });
    expect(
      next({ ...account, sastAddon: { size: 'team', cancelsAt: renewal } }, { ...seen, addon: cancelled }),
    ).toBeUndefined();
  });

  test('has the size of the plan', () => {
    const starter: Account = { ...withAddon({ size: 'starter' }), plan: 'Starter', licenses: undefined };
    const seen = { subscription: subscription({ price: 'starter_month', quantity: 1 }), addon: addon() };
    const to = { price: 'sast_starter_month', quantity: 1 };
    expect(next(starter, seen)).toEqual({ do: 'set_next_quantity', subscriptionId: 'addon', ...to });
  });

  test('is canceled or not as chosen', () => {
    const cancels = { do: 'cancel_at_period_end', subscriptionId: 'addon', cancels: true };
    expect(next(withAddon({ cancelsAt: renewal }), { ...plan, addon: addon() })).toEqual(cancels);
    expect(next(withAddon(), { ...plan, addon: addon({ cancelsAtPeriodEnd: true }) })).toEqual({
      ...cancels,
      cancels: false,
    });
  });

  test('ends with the plan', () => {
    expect(next(free, { addon: addon() })).toEqual({ do: 'cancel_now', subscriptionId: 'addon' });
    expect(next(free, { addon: addon({ status: 'ended' }) })).toBeUndefined();
  });
});

describe('a subscription whose plan has ended', () => {
  const renewed = subscription({ periodStartAt: renewal, periodEndAt: '2026-05-10T12:00:00.000Z' });
  const later = '2026-04-10T12:30:00.000Z';

  test('and that the provider renewed is canceled', () => {
    expect(next(free, { subscription: renewed }, { more: {}, at: later })).toEqual({
      do: 'cancel_now',
      subscriptionId: 'sub',
    });
  });

  test('is left alone when it ends automatically, waits for its first payment, or the plan is by agreement', () => {
    const ending = subscription({ cancelsAtPeriodEnd: true, periodStartAt: '2026-03-11T12:00:00.000Z' });
    for (const at of [renewal, later])
      expect(next(free, { subscription: ending }, { more: {}, at })).toBeUndefined();
    expect(next(free, { subscription: subscription() })).toBeUndefined();
    const agreed: Account = { ...free, plan: 'Regulated' };
    expect(next(agreed, { subscription: renewed }, { more: {}, at: later })).toBeUndefined();
    expect(
      next(free, { subscription: { ...renewed, status: 'ended' } }, { more: {}, at: later }),
    ).toBeUndefined();
  });

  test('is canceled when it would end only after another period', () => {
    const onceMore = { ...renewed, cancelsAtPeriodEnd: true };
    expect(next(free, { subscription: onceMore }, { more: {}, at: later })).toMatchObject({
      do: 'cancel_now',
    });
    const unpaid = { ...renewed, periodEndAt: renewal };
    expect(next(free, { subscription: unpaid }, { more: {}, at: later })).toMatchObject({ do: 'cancel_now' });
  });
});
