import { describe, expect, test } from 'vitest';
import { endPlan } from '@scangate/domain/plans/end-plan';
import { newAccount } from '#test/models/account-timeline.ts';
import {
  march,
  april,
  may,
  inMarch,
  inApril,
  plan,
  addon,
  line,
  invoice,
  first,
  renewed,
  ofAddon,
  applied,
  onTeam,
  withAddon,
  mails,
  expectNothing,
} from '#test/support/billing/provider-invoices.ts';

describe('the add-on', () => {
  test('is granted in the size of the current plan and renewed, each reported once', () => {
    const started = applied(onTeam(), { subscription: addon(), invoices: [ofAddon(first)] }, inMarch);
    expect(started.state.account.sastAddon).toEqual({ size: 'team', paidUntilAt: april });
    expect(started.state.pools.sast.available).toBe(300);
    expect(started.notifications).toMatchObject([
      { kind: 'receipt', cause: 'addon-first', facts: { sastAddon: 'team' } },
    ]);
    const again = applied(
      started.state,
      { subscription: addon(), invoices: [ofAddon(first), ofAddon(renewed)] },
      inApril,
    );
    expect(again.state.account.sastAddon?.paidUntilAt).toBe(may);
    expect(mails(again)).toEqual([['receipt', 'addon-renewed']]);
    expectNothing(
      applied(again.state, { subscription: addon(), invoices: [ofAddon(first), ofAddon(renewed)] }, inApril),
      again.state,
    );
  });

  test('is not granted when the plan or its period has ended', () => {
    const over = endPlan(onTeam(), inMarch, inMarch).state;
    expectNothing(applied(over, { subscription: addon(), invoices: [ofAddon(first)] }, inMarch), over);
    const team = onTeam();
    for (const at of [april, inApril])
      expectNothing(applied(team, { subscription: addon(), invoices: [ofAddon(first)] }, at), team);
  });

  test('that ended and was renewed nevertheless ends with the paid period', () => {
    const { account } = applied(
      onTeam(),
      { subscription: addon(), invoices: [ofAddon(renewed)] },
      inApril,
    ).state;
    expect(account.sastAddon).toEqual({ size: 'team', paidUntilAt: may, cancelsAt: may });
  });

  test('is not granted for an invoice without a known price', () => {
    const state = onTeam();
    const { price: _price, ...unknown } = line(march, april);
    expectNothing(
      applied(
        state,
        { subscription: addon(), invoices: [invoice('none', [unknown], { reason: 'create' })] },
        inMarch,
      ),
      state,
    );
  });
});

describe('the end of a subscription', () => {
  const over = { status: 'ended', endedAt: inMarch } as const;

  test('of the plan makes the account Free, that of the add-on removes it, each once', () => {
    const both = withAddon();
    const noAddon = applied(both, { subscription: addon(over), invoices: [ofAddon(first)] }, inApril).state;
    expect([noAddon.account.plan, noAddon.account.sastAddon]).toEqual(['Team', undefined]);
    expectNothing(
      applied(noAddon, { subscription: addon(over), invoices: [ofAddon(first)] }, inApril),
      noAddon,
    );
    const noPlan = applied(both, { subscription: plan(over), invoices: [first] }, inApril).state;
    expect([noPlan.account.plan, noPlan.account.sastAddon]).toEqual(['Free', undefined]);
    expect(noPlan.pools.core.anchorAt).toBe(inMarch);
    expectNothing(applied(noPlan, { subscription: plan(over), invoices: [first] }, inApril), noPlan);
  });

  test('is now when the provider reports no time', () => {
    const { core } = applied(onTeam(), { subscription: plan({ status: 'ended' }), invoices: [] }, inMarch)
      .state.pools;
    expect(core.anchorAt).toBe(inMarch);
  });

  test('changes nothing on an account by agreement', () => {
    const agreed = newAccount({ plan: 'Team', licenses: 6, sastAddon: 'team' }, march).state;
    expectNothing(applied(agreed, { subscription: plan(over), invoices: [first] }, inMarch), agreed);
    expectNothing(
      applied(agreed, { subscription: addon(over), invoices: [ofAddon(first)] }, inMarch),
      agreed,
    );
  });

  test('of another subscription than the current one only removes its unpaid invoices', () => {
    const failed = invoice('renewed', [line(april, may)], { status: 'open', failedAt: inApril });
    const held = applied(onTeam(), { subscription: plan(), invoices: [failed] }, inApril).state;
    const other = applied(held, { subscription: plan(), invoices: [failed], isCurrent: false }, inApril);
    expect(other.state.account).toMatchObject({ plan: 'Team', paidUntilAt: april, unpaidInvoices: [] });
    expectNothing(
      applied(onTeam(), { subscription: plan(over), invoices: [renewed], isCurrent: false }, inApril),
      onTeam(),
    );
  });
});
