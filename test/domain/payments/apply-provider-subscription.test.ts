import { describe, expect, test } from 'vitest';
import { endPlan } from '@scangate/domain/plans/end-plan';
import { applyProviderSubscription } from '@scangate/domain/payments/apply-provider-subscription';
import type { BillingState, BillingOutcome } from '@scangate/domain/accounts/billing-state';
import type {
  ProviderInvoice,
  ProviderInvoiceLine,
  ProviderSubscription,
} from '@scangate/domain/payments/provider-objects';
import { newAccount } from '#test/models/account-timeline.ts';

const march = '2026-03-10T12:00:00.000Z';
const april = '2026-04-10T12:00:00.000Z';
const may = '2026-05-10T12:00:00.000Z';
const june = '2026-06-10T12:00:00.000Z';
const inMarch = '2026-03-20T00:00:00.000Z';
const inApril = '2026-04-11T00:00:00.000Z';

const plan = (more: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  subscriptionId: 'sub',
  accountId: 'org',
  customerId: 'cus',
  price: 'team_month',
  quantity: 6,
  status: 'active',
  startAt: march,
  anchorAt: march,
  periodStartAt: march,
  periodEndAt: april,
  cancelsAtPeriodEnd: false,
  ...more,
});
const addon = (more: Partial<ProviderSubscription> = {}): ProviderSubscription =>
  plan({ subscriptionId: 'addon', price: 'sast_team_month', ...more });

const line = (
  startAt: string,
  endAt: string,
  more: Partial<ProviderInvoiceLine> = {},
): ProviderInvoiceLine => ({
  price: 'team_month',
  quantity: 6,
  proration: false,
  startAt,
  endAt,
  ...more,
});
const invoice = (
  invoiceId: string,
  lines: ProviderInvoiceLine[],
  more: Partial<ProviderInvoice> = {},
): ProviderInvoice => ({
  invoiceId,
  accountId: 'org',
  customerId: 'cus',
  subscriptionId: 'sub',
  reason: 'cycle',
  status: 'paid',
  number: `N-${invoiceId}`,
  amountDue: 17_400,
  amountPaid: 17_000,
  currency: 'usd',
  createdAt: lines[0]?.startAt ?? march,
  lines,
  metadata: {},
  ...more,
});
const first = invoice('first', [line(march, april)], { reason: 'create' });
const renewed = invoice('renewed', [line(april, may)]);
const ofAddon = (of: ProviderInvoice): ProviderInvoice => ({
  ...of,
  invoiceId: `addon-${of.invoiceId}`,
  lines: of.lines.map((one) => ({ ...one, price: 'sast_team_month' })),
});

const free = (): BillingState => newAccount({ plan: 'Free' }, '2026-03-01T00:00:00.000Z').state;
const settled = (
  state: BillingState,
  subscription: ProviderSubscription,
  invoices: ProviderInvoice[],
  now: string,
  isCurrent = true,
): BillingOutcome => applyProviderSubscription(state, { subscription, invoices, isCurrent }, now);
const onTeam = (): BillingState => settled(free(), plan(), [first], inMarch).state;
const withAddon = (): BillingState => settled(onTeam(), addon(), [ofAddon(first)], inMarch).state;
const letters = ({ notifications: told = [] }: BillingOutcome) =>
  told.map(({ kind, cause }) => [kind, cause]);
const expectNothing = (outcome: BillingOutcome, state: BillingState): void =>
  expect([outcome.state, outcome.entries, letters(outcome)]).toEqual([state, [], []]);

describe('a first payment', () => {
  test('gives the plan, once, and tells of it with what was paid', () => {
    const outcome = settled(free(), plan(), [{ ...first, hostedUrl: 'https://pay.example.com/1' }], inMarch);
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
    expectNothing(settled(outcome.state, plan(), [first], inMarch), outcome.state);
  });

  test.each(['draft', 'open', 'void', 'uncollectible'] as const)('that is %s gives nothing', (status) => {
    const state = free();
    expectNothing(settled(state, plan(), [{ ...first, status, failedAt: march }], inMarch), state);
  });

  test('of something that is no plan of ours gives nothing', () => {
    const state = free();
    const pack = invoice('pack', [line(march, april, { price: 'pack_core-100' })], { reason: 'create' });
    const { price: _price, ...unknown } = line(march, april);
    for (const one of [pack, invoice('none', [unknown], { reason: 'create' }), { ...first, reason: 'other' }])
      expectNothing(settled(state, plan(), [one as ProviderInvoice], inMarch), state);
  });
});

describe('a renewal', () => {
  test('is told of by a receipt, and ends the hold that it caused, however the invoices come', () => {
    const failed = invoice('renewed', [line(april, may)], { status: 'open', failedAt: inApril });
    const held = settled(onTeam(), plan({ status: 'past_due' }), [failed, first], inApril);
    expect(held.state.account.unpaidInvoices).toEqual([{ invoiceId: 'renewed', failedAt: inApril }]);
    expect(letters(held)).toEqual([['payment_failed', 'renewed']]);
    expect(held.notifications?.[0]?.facts).toMatchObject({ amount: 17_400 });
    const again = { ...failed, failedAt: '2026-04-14T00:00:00.000Z' };
    const told = settled(held.state, plan({ status: 'past_due' }), [again], again.failedAt);
    expect([told.state.account.unpaidInvoices[0]?.failedAt, letters(told)]).toEqual([again.failedAt, []]);
    for (const invoices of [
      [first, renewed],
      [renewed, first],
    ]) {
      const paid = settled(held.state, plan(), invoices, inApril);
      expect(paid.state.account).toMatchObject({ paidUntilAt: may, unpaidInvoices: [] });
      expect(paid.state.account.endsAt).toBeUndefined();
      expect(letters(paid)).toEqual([['receipt', 'renewed']]);
      expectNothing(settled(paid.state, plan(), invoices, inApril), paid.state);
    }
  });

  test('heard of with the first payment comes after it, whichever is told first', () => {
    for (const invoices of [
      [first, renewed],
      [renewed, first],
    ]) {
      const both = settled(free(), plan(), invoices, '2026-04-09T00:00:00.000Z');
      expect(letters(both)).toEqual([
        ['subscription_active', 'first'],
        ['receipt', 'renewed'],
      ]);
      expect(both.state.account).toMatchObject({ plan: 'Team', paidUntilAt: may });
      expect(both.state.account.endsAt).toBeUndefined();
    }
  });

  test('is for as many licences as its whole period, whatever else was changed on it', () => {
    const changed = [6, 10].map((quantity) => line(inMarch, april, { quantity, proration: true }));
    const sold = { ...renewed, lines: [...changed, line(april, may, { quantity: 9 })] };
    const { account, pools } = settled(onTeam(), plan(), [sold], inApril).state;
    expect([account.licenses, account.paidUntilAt, pools.core.included]).toEqual([9, may, 900]);
  });

  test('that is written off holds all the same', () => {
    const failed = invoice('off', [line(april, may)], { status: 'uncollectible', failedAt: inApril });
    const { account } = settled(onTeam(), plan(), [failed], inApril).state;
    expect(account.unpaidInvoices).toEqual([{ invoiceId: 'off', failedAt: inApril }]);
  });

  test('holds nothing before it was tried, and nothing is held for a first payment or a change', () => {
    const state = onTeam();
    const unpaid = (more: Partial<ProviderInvoice>) => invoice('open', [line(april, may)], more);
    expectNothing(settled(state, plan(), [unpaid({ status: 'open' })], inApril), state);
    for (const reason of ['create', 'update', 'other'] as const)
      expectNothing(
        settled(state, plan(), [unpaid({ status: 'open', failedAt: inApril, reason })], inApril),
        state,
      );
  });

  test('of a plan that was over here is given to the end of what is paid', () => {
    const over = endPlan(onTeam(), inApril, april).state;
    const { account } = settled(over, plan(), [renewed], inApril).state;
    expect(account).toMatchObject({ plan: 'Team', endsAt: may, paidUntilAt: may });
    const late = settled(over, plan(), [renewed], june);
    expect([late.state.account.plan, letters(late)]).toEqual(['Free', []]);
  });
});

describe('more licences', () => {
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

  test('are given with their credits in the period that they are paid for', () => {
    const { account, pools } = settled(onTeam(), plan(), [more(inMarch, april, 8)], inMarch).state;
    expect(account.licenses).toBe(8);
    expect(pools.core.available).toBe(600 + Math.ceil((200 * 21.5) / 31));
  });

  test('are no news once that period is over, and wait for the payment of one to come', () => {
    const state = settled(onTeam(), plan(), [renewed], inApril).state;
    expectNothing(settled(state, plan(), [more(inMarch, april, 8)], inApril), state);
    expectNothing(settled(state, plan(), [more(may, june, 8, inApril)], inApril), state);
    const [one] = more(inApril, may, 8).lines;
    if (!one) throw new Error('no line');
    const other = invoice('more', [{ ...one, price: 'sast_team_month', quantity: 8 }], { reason: 'update' });
    expectNothing(settled(state, plan(), [other], inApril), state);
  });

  test('are none on another plan, nor by agreement', () => {
    const team = onTeam();
    const starter: BillingState = { ...team, account: { ...team.account, plan: 'Starter' } };
    expectNothing(settled(starter, plan(), [more(inMarch, april, 8)], inMarch), starter);
    const agreed: BillingState = { ...team, account: { ...team.account, renewedBy: 'schedule' } };
    expectNothing(settled(agreed, plan(), [more(inMarch, april, 8)], inMarch), agreed);
  });

  test('of one second with a renewal come after it', () => {
    const both = [more(april, may, 9), renewed];
    expect(settled(onTeam(), plan(), both, inApril).state.account).toMatchObject({
      licenses: 9,
      paidUntilAt: may,
    });
  });
});

describe('the add-on', () => {
  test('is given in the size that goes with the plan by now, and renewed, each told once', () => {
    const started = settled(onTeam(), addon(), [ofAddon(first)], inMarch);
    expect(started.state.account.sastAddon).toEqual({ size: 'team', paidUntilAt: april });
    expect(started.state.pools.sast.available).toBe(300);
    expect(started.notifications).toMatchObject([
      { kind: 'receipt', cause: 'addon-first', facts: { sastAddon: 'team' } },
    ]);
    const again = settled(started.state, addon(), [ofAddon(first), ofAddon(renewed)], inApril);
    expect(again.state.account.sastAddon?.paidUntilAt).toBe(may);
    expect(letters(again)).toEqual([['receipt', 'addon-renewed']]);
    expectNothing(settled(again.state, addon(), [ofAddon(first), ofAddon(renewed)], inApril), again.state);
  });

  test('that is paid for when the plan is over, or heard of when its period is, is not given', () => {
    const over = endPlan(onTeam(), inMarch, inMarch).state;
    expectNothing(settled(over, addon(), [ofAddon(first)], inMarch), over);
    const team = onTeam();
    for (const at of [april, inApril]) expectNothing(settled(team, addon(), [ofAddon(first)], at), team);
  });

  test('that had ended here and was renewed all the same ends with what is paid', () => {
    const { account } = settled(onTeam(), addon(), [ofAddon(renewed)], inApril).state;
    expect(account.sastAddon).toEqual({ size: 'team', paidUntilAt: may, cancelsAt: may });
  });

  test('of which an invoice has no line of ours is not given', () => {
    const state = onTeam();
    const { price: _price, ...unknown } = line(march, april);
    expectNothing(
      settled(state, addon(), [invoice('none', [unknown], { reason: 'create' })], inMarch),
      state,
    );
  });
});

describe('the end', () => {
  const over = { status: 'ended', endedAt: inMarch } as const;

  test('of the plan is Free from then on, of the add-on no add-on; heard again it is nothing', () => {
    const both = withAddon();
    const noAddon = settled(both, addon(over), [ofAddon(first)], inApril).state;
    expect([noAddon.account.plan, noAddon.account.sastAddon]).toEqual(['Team', undefined]);
    expectNothing(settled(noAddon, addon(over), [ofAddon(first)], inApril), noAddon);
    const noPlan = settled(both, plan(over), [first], inApril).state;
    expect([noPlan.account.plan, noPlan.account.sastAddon]).toEqual(['Free', undefined]);
    expect(noPlan.pools.core.anchorAt).toBe(inMarch);
    expectNothing(settled(noPlan, plan(over), [first], inApril), noPlan);
  });

  test('is now where the till does not say when', () => {
    const { core } = settled(onTeam(), plan({ status: 'ended' }), [], inMarch).state.pools;
    expect(core.anchorAt).toBe(inMarch);
  });

  test('of what is paid by agreement is nobody’s business here', () => {
    const agreed = newAccount({ plan: 'Team', licenses: 6, sastAddon: 'team' }, march).state;
    expectNothing(settled(agreed, plan(over), [first], inMarch), agreed);
    expectNothing(settled(agreed, addon(over), [ofAddon(first)], inMarch), agreed);
  });

  test('of another one than the current takes nothing away; it gives nothing, and its debts are gone', () => {
    const failed = invoice('renewed', [line(april, may)], { status: 'open', failedAt: inApril });
    const held = settled(onTeam(), plan(), [failed], inApril).state;
    const other = settled(held, plan(), [failed], inApril, false);
    expect(other.state.account).toMatchObject({ plan: 'Team', paidUntilAt: april, unpaidInvoices: [] });
    expectNothing(settled(onTeam(), plan(over), [renewed], inApril, false), onTeam());
  });
});
