import { describe, expect, test } from 'vitest';
import { applyBillingEvent, type BillingEvent } from '@scangate/domain/accounts/apply-billing-event';
import { accountSummary } from '@scangate/domain/accounts/account-summary';
import { AccountTimeline, cause, refusal, start } from '#test/models/account-timeline.ts';

const told = (event: BillingEvent) => (state: AccountTimeline['state'], now: string) =>
  applyBillingEvent(state, { event, eventId: cause() }, now);

describe('by agreement', () => {
  test('a plan is set at once, and an account in brief tells of it', () => {
    const life = new AccountTimeline({ plan: 'Free' });
    const regulated = { plan: 'Regulated', period: 'year', licenses: 40, credits: { core: 20_000 } } as const;
    life.apply(told({ type: 'plan_set', ...regulated }));
    expect(accountSummary(life.state, life.now)).toMatchObject({
      ...regulated,
      renewsAt: '2027-03-10T12:00:00.000Z',
      autoRenew: true,
      sastAddon: null,
      retentionDays: 365,
      pools: { core: { available: 20_000, periodEndAt: '2026-04-10T12:00:00.000Z' } },
    });
  });

  test('Free is the end of the plan', () => {
    const life = new AccountTimeline({ licenses: 10 }).apply(told({ type: 'plan_set', plan: 'Free' }));
    expect(life.account.plan).toBe('Free');
    expect(life.notes).toMatchObject([
      { action: 'plan.ended', before: { plan: 'Team', licenses: 10 }, after: { plan: 'Free' } },
    ]);
  });

  test('licences come with the credits of their invoice; no event without it grants any', () => {
    const life = new AccountTimeline({ licenses: 10 });
    life.apply(told({ type: 'licenses_scheduled', licenses: 6 }));
    expect(life.entries).toHaveLength(1);
    life.apply(told({ type: 'licenses_added', licenses: 12, invoiceId: 'in_5' }));
    expect(life.entries.at(-1)).toMatchObject({ cause: 'seats#in_5', invoiceId: 'in_5', amount: 200 });
  });

  test('the add-on has the size of the plan', () => {
    const life = new AccountTimeline({ plan: 'Starter' }).apply(told({ type: 'sast_started' }));
    expect(life.account.sastAddon).toEqual({ size: 'starter' });
    life.apply(told({ type: 'plan_set', plan: 'Team', licenses: 6 }));
    expect(life.account.sastAddon).toEqual({ size: 'team' });
  });

  test.each<[object, BillingEvent, string]>([
    [{ plan: 'Free' }, { type: 'sast_started' }, 'conflict'],
    [{ plan: 'Free' }, { type: 'payment_failed', invoiceId: 'in_1' }, 'conflict'],
    [{ plan: 'Free' }, { type: 'licenses_added', licenses: 6 }, 'conflict'],
    [{ licenses: 10 }, { type: 'licenses_added', licenses: 10 }, 'conflict'],
    [{ licenses: 10 }, { type: 'plan_undone' }, 'conflict'],
    [{ licenses: 10 }, { type: 'plan_set', plan: 'Free', licenses: 3 }, 'validation_failed'],
    [
      { licenses: 10 },
      { type: 'plan_set', plan: 'Team', licenses: 6, credits: { core: 1 } },
      'validation_failed',
    ],
    [{ licenses: 10 }, { type: 'plan_set', plan: 'Regulated' }, 'validation_failed'],
  ])('of %j, %j is refused as %s', (order, event, code) => {
    expect(() => new AccountTimeline(order).apply(told(event))).toThrow(refusal(code));
  });

  test('what the till decides is not decided here, but for its payments', () => {
    const { state } = new AccountTimeline({ licenses: 10 });
    const account = {
      ...state.account,
      renewedBy: 'invoice' as const,
      paidUntilAt: '2026-04-10T12:00:00.000Z',
    };
    const tell = (event: BillingEvent) =>
      applyBillingEvent({ ...state, account }, { event, eventId: 'e' }, start);
    expect(() => tell({ type: 'plan_set', plan: 'Starter' })).toThrow(refusal('conflict'));
    expect(() => tell({ type: 'auto_renew', enabled: false })).toThrow(refusal('conflict'));
    expect(tell({ type: 'payment_failed', invoiceId: 'in_1' }).state.account.unpaidInvoices).toHaveLength(1);
  });
});
