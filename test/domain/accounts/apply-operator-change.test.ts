import { describe, expect, test } from 'vitest';
import { applyOperatorChange, type OperatorChange } from '@scangate/domain/accounts/apply-operator-change';
import { accountSummary } from '@scangate/domain/accounts/account-summary';
import { AccountTimeline, cause, refusal, start } from '#test/models/account-timeline.ts';

const apply = (event: OperatorChange) => (state: AccountTimeline['state'], now: string) =>
  applyOperatorChange(state, { event, eventId: cause() }, now);

describe('an account by agreement', () => {
  test('gets its plan at once, and its summary shows it', () => {
    const timeline = new AccountTimeline({ plan: 'Free' });
    const regulated = { plan: 'Regulated', period: 'year', licenses: 40, credits: { core: 20_000 } } as const;
    timeline.apply(apply({ type: 'plan_set', ...regulated }));
    expect(accountSummary(timeline.state, timeline.now)).toMatchObject({
      ...regulated,
      renewsAt: '2027-03-10T12:00:00.000Z',
      autoRenew: true,
      sastAddon: null,
      retentionDays: 365,
      pools: { core: { available: 20_000, periodEndAt: '2026-04-10T12:00:00.000Z' } },
    });
  });

  test('ends its plan with Free', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).apply(apply({ type: 'plan_set', plan: 'Free' }));
    expect(timeline.account.plan).toBe('Free');
    expect(timeline.auditNotes).toMatchObject([
      { action: 'plan.ended', before: { plan: 'Team', licenses: 10 }, after: { plan: 'Free' } },
    ]);
  });

  test('gets the credits of added licenses once per invoice, and none for scheduled ones', () => {
    const timeline = new AccountTimeline({ licenses: 10 });
    timeline.apply(apply({ type: 'licenses_scheduled', licenses: 6 }));
    expect(timeline.entries).toHaveLength(1);
    timeline.apply(apply({ type: 'licenses_added', licenses: 12, invoiceId: 'in_5' }));
    expect(timeline.entries.at(-1)).toMatchObject({ cause: 'seats#in_5', invoiceId: 'in_5', amount: 200 });
  });

  test('has the add-on in the size of its plan', () => {
    const timeline = new AccountTimeline({ plan: 'Starter' }).apply(apply({ type: 'sast_started' }));
    expect(timeline.account.sastAddon).toEqual({ size: 'starter' });
    timeline.apply(apply({ type: 'plan_set', plan: 'Team', licenses: 6 }));
    expect(timeline.account.sastAddon).toEqual({ size: 'team' });
  });

  test.each<[object, OperatorChange, string]>([
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
  ])('of %j refuses %j with %s', (order, event, code) => {
    expect(() => new AccountTimeline(order).apply(apply(event))).toThrow(refusal(code));
  });

  test('by invoice accepts only payment events', () => {
    const { state } = new AccountTimeline({ licenses: 10 });
    const account = {
      ...state.account,
      renewedBy: 'invoice' as const,
      paidUntilAt: '2026-04-10T12:00:00.000Z',
    };
    const applyToInvoiced = (event: OperatorChange) =>
      applyOperatorChange({ ...state, account }, { event, eventId: 'e' }, start);
    expect(() => applyToInvoiced({ type: 'plan_set', plan: 'Starter' })).toThrow(refusal('conflict'));
    expect(() => applyToInvoiced({ type: 'auto_renew', enabled: false })).toThrow(refusal('conflict'));
    expect(
      applyToInvoiced({ type: 'payment_failed', invoiceId: 'in_1' }).state.account.unpaidInvoices,
    ).toHaveLength(1);
  });
});
