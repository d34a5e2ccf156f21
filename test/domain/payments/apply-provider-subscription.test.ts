import { describe, expect, test } from 'vitest';
import { endPlan } from '@scangate/domain/plans/end-plan';
import type { ProviderInvoice } from '@scangate/domain/payments/provider-objects';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import {
  march,
  april,
  may,
  june,
  inMarch,
  inApril,
  plan,
  line,
  invoice,
  first,
  renewed,
  free,
  applied,
  onTeam,
  mails,
  expectNothing,
} from '#test/support/billing/provider-invoices.ts';

describe('a first payment', () => {
  test('grants the plan once, and reports it with the paid amount', () => {
    const outcome = applied(
      free(),
      { subscription: plan(), invoices: [{ ...first, hostedUrl: 'https://pay.example.com/1' }] },
      inMarch,
    );
    const { account, pools } = outcome.state;
    expect(account).toMatchObject({ plan: 'Team', licenses: 6, renewedBy: 'invoice', paidUntilAt: april });
    expect(pools.core).toMatchObject({ available: 600, periodStartAt: march });
    expect(outcome.notifications).toEqual([
      {
        kind: 'subscription_active',
        cause: 'first',
        facts: {
          plan: 'Team',
          interval: 'month',
          invoice: 'N-first',
          amount: 17_000,
          currency: 'usd',
          hostedUrl: 'https://pay.example.com/1',
        },
      },
    ]);
    expectNothing(
      applied(outcome.state, { subscription: plan(), invoices: [first] }, inMarch),
      outcome.state,
    );
  });

  test.each(['draft', 'open', 'void', 'uncollectible'] as const)('that is %s grants nothing', (status) => {
    const state = free();
    expectNothing(
      applied(state, { subscription: plan(), invoices: [{ ...first, status, failedAt: march }] }, inMarch),
      state,
    );
  });

  test('for an unknown price grants nothing', () => {
    const state = free();
    const pack = invoice('pack', [line(march, april, { price: 'pack_core-100' })], { reason: 'create' });
    const { price: _price, ...unknown } = line(march, april);
    for (const one of [pack, invoice('none', [unknown], { reason: 'create' }), { ...first, reason: 'other' }])
      expectNothing(
        applied(state, { subscription: plan(), invoices: [one as ProviderInvoice] }, inMarch),
        state,
      );
  });
});

describe('a renewal', () => {
  test('sends a receipt, and ends the hold that it caused, in any order of invoices', () => {
    const failed = invoice('renewed', [line(april, may)], { status: 'open', failedAt: inApril });
    const held = applied(
      onTeam(),
      { subscription: plan({ status: 'past_due' }), invoices: [failed, first] },
      inApril,
    );
    expect(held.state.account.unpaidInvoices).toEqual([{ invoiceId: 'renewed', failedAt: inApril }]);
    expect(mails(held)).toEqual([['payment_failed', 'renewed']]);
    expect(held.notifications?.[0]?.facts).toMatchObject({ amount: 17_400 });
    const again = { ...failed, failedAt: '2026-04-14T00:00:00.000Z' };
    const notifications = applied(
      held.state,
      { subscription: plan({ status: 'past_due' }), invoices: [again] },
      again.failedAt,
    );
    expect([notifications.state.account.unpaidInvoices[0]?.failedAt, mails(notifications)]).toEqual([
      again.failedAt,
      [],
    ]);
    for (const invoices of [
      [first, renewed],
      [renewed, first],
    ]) {
      const paid = applied(held.state, { subscription: plan(), invoices }, inApril);
      expect(paid.state.account).toMatchObject({ paidUntilAt: may, unpaidInvoices: [] });
      expect(paid.state.account.endsAt).toBeUndefined();
      expect(mails(paid)).toEqual([['receipt', 'renewed']]);
      expectNothing(applied(paid.state, { subscription: plan(), invoices }, inApril), paid.state);
    }
  });

  test('is applied after the first payment, in any order of invoices', () => {
    for (const invoices of [
      [first, renewed],
      [renewed, first],
    ]) {
      const both = applied(free(), { subscription: plan(), invoices }, '2026-04-09T00:00:00.000Z');
      expect(mails(both)).toEqual([
        ['subscription_active', 'first'],
        ['receipt', 'renewed'],
      ]);
      expect(both.state.account).toMatchObject({ plan: 'Team', paidUntilAt: may });
      expect(both.state.account.endsAt).toBeUndefined();
    }
  });

  test('grants the licenses of its whole period, whatever prorations it has', () => {
    const changed = [6, 10].map((quantity) => line(inMarch, april, { quantity, proration: true }));
    const sold = { ...renewed, lines: [...changed, line(april, may, { quantity: 9 })] };
    const { account, pools } = applied(onTeam(), { subscription: plan(), invoices: [sold] }, inApril).state;
    expect([account.licenses, account.paidUntilAt, pools.core.included]).toEqual([9, may, 900]);
  });

  test('that is uncollectible causes a hold as well', () => {
    const failed = invoice('off', [line(april, may)], { status: 'uncollectible', failedAt: inApril });
    const { account } = applied(onTeam(), { subscription: plan(), invoices: [failed] }, inApril).state;
    expect(account.unpaidInvoices).toEqual([{ invoiceId: 'off', failedAt: inApril }]);
  });

  test('causes no hold before it was attempted, nor does a first payment or a change', () => {
    const state = onTeam();
    const unpaid = (more: Partial<ProviderInvoice>) => invoice('open', [line(april, may)], more);
    expectNothing(
      applied(state, { subscription: plan(), invoices: [unpaid({ status: 'open' })] }, inApril),
      state,
    );
    for (const reason of ['create', 'update', 'other'] as const)
      expectNothing(
        applied(
          state,
          { subscription: plan(), invoices: [unpaid({ status: 'open', failedAt: inApril, reason })] },
          inApril,
        ),
        state,
      );
  });

  test('of a plan that ended grants it until the end of the paid period', () => {
    const over = endPlan(onTeam(), inApril, april).state;
    const { account } = applied(over, { subscription: plan(), invoices: [renewed] }, inApril).state;
    expect(account).toMatchObject({ plan: 'Team', endsAt: may, paidUntilAt: may });
    const late = applied(over, { subscription: plan(), invoices: [renewed] }, june);
    expect([late.state.account.plan, mails(late)]).toEqual(['Free', []]);
  });
});

describe('more licenses', () => {
  const more = (startAt: string, endAt: string, quantity: number, createdAt = startAt): ProviderInvoice =>
    invoice(
      'more',
      [
        line(startAt, endAt, { quantity: 6, proration: true }),
        line(startAt, endAt, { quantity, proration: true }),
      ],
      {
        reason: 'update',
        createdAt,
      },
    );

  test('are granted with their credits in the paid period', () => {
    const { account, pools } = applied(
      onTeam(),
      { subscription: plan(), invoices: [more(inMarch, april, 8)] },
      inMarch,
    ).state;
    expect(account.licenses).toBe(8);
    expect(pools.core.available).toBe(600 + Math.ceil((200 * 21.5) / 31));
  });

  test('are not granted for an earlier period, and wait for the payment of a later one', () => {
    const state = applied(onTeam(), { subscription: plan(), invoices: [renewed] }, inApril).state;
    expectNothing(
      applied(state, { subscription: plan(), invoices: [more(inMarch, april, 8)] }, inApril),
      state,
    );
    expectNothing(
      applied(state, { subscription: plan(), invoices: [more(may, june, 8, inApril)] }, inApril),
      state,
    );
    const [one] = more(inApril, may, 8).lines;
    if (!one) throw new Error('no line');
    const other = invoice('more', [{ ...one, price: 'sast_team_month', quantity: 8 }], { reason: 'update' });
    expectNothing(applied(state, { subscription: plan(), invoices: [other] }, inApril), state);
  });

  test('are not granted on another plan, nor by agreement', () => {
    const team = onTeam();
    const starter: BillingState = { ...team, account: { ...team.account, plan: 'Starter' } };
    expectNothing(
      applied(starter, { subscription: plan(), invoices: [more(inMarch, april, 8)] }, inMarch),
      starter,
    );
    const agreed: BillingState = { ...team, account: { ...team.account, renewedBy: 'schedule' } };
    expectNothing(
      applied(agreed, { subscription: plan(), invoices: [more(inMarch, april, 8)] }, inMarch),
      agreed,
    );
  });

  test('of the same second as a renewal are applied after it', () => {
    const both = [more(april, may, 9), renewed];
    expect(applied(onTeam(), { subscription: plan(), invoices: both }, inApril).state.account).toMatchObject({
      licenses: 9,
      paidUntilAt: may,
    });
  });
});
