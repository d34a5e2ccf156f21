import { describe, expect, test } from 'vitest';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { capabilitiesOf, hasSastAddon, licenseLimit, planAt } from '@scangate/domain/plans/entitlements';
import { recordFailedPayment } from '@scangate/domain/payments/payment-hold';
import { schedulePlanChange } from '@scangate/domain/plans/plan-change';
import { endPlan } from '@scangate/domain/plans/end-plan';
import { setRetention } from '@scangate/domain/accounts/retention-setting';
import { noChange, withAccount } from '@scangate/domain/accounts/billing-state';
import { AccountTimeline, cause, refusal } from '#test/models/account-timeline.ts';

const renewal = '2026-04-10T12:00:00.000Z';
const switchTo = (enabled: boolean) => (state: AccountTimeline['state'], now: string) =>
  setAutoRenew(state, { enabled, cause: cause() }, now);

describe('auto-renew off', () => {
  test('keeps the plan until the end of the period; then the organization is Free', () => {
    const timeline = new AccountTimeline({ licenses: 10, sastAddon: 'team' }).buy(30).buy(20, 'sast');
    timeline.spend(200).until('2026-03-20T00:00:00.000Z').apply(switchTo(false));
    expect(timeline.account).toMatchObject({ plan: 'Team', endsAt: renewal });
    expect(timeline.until('2026-04-10T11:59:59.999Z').numbers('core')).toEqual([830, 1_000, 30, 200]);
    expect(hasSastAddon(timeline.account, timeline.now)).toBe(true);
    timeline.until('2026-04-17T00:00:00.000Z');
    expect(timeline.account).toMatchObject({ plan: 'Free', interval: 'month', retentionDays: 30 });
    expect([timeline.account.endsAt, timeline.account.licenses, timeline.account.sastAddon]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(timeline.numbers('core')).toEqual([130, 100, 30, 0]);
    expect(timeline.numbers('sast')).toEqual([20, 0, 20, 0]);
    expect(timeline.state.pools.core).toMatchObject({ anchorAt: renewal, periodStartAt: renewal });
    expect(timeline.until('2026-05-10T12:00:00.000Z').state.pools.core.periodStartAt).toBe(timeline.now);
    expect(timeline.auditNotes).toMatchObject([
      {
        action: 'auto_renew.changed',
        before: { autoRenew: true },
        after: { autoRenew: false, endsAt: renewal },
      },
      { action: 'plan.ended' },
    ]);
  });

  test('is in force at its instant, before the job writes it', () => {
    const { account } = new AccountTimeline({ licenses: 10, sastAddon: 'team' }).apply(switchTo(false));
    expect(planAt(account, '2026-04-10T11:59:59.999Z')).toBe('Team');
    expect(planAt(account, renewal)).toBe('Free');
    expect(capabilitiesOf(planAt(account, renewal))).toEqual(['policy_basic']);
    expect(licenseLimit(account, renewal)).toBe(3);
    expect(hasSastAddon(account, renewal)).toBe(false);
  });

  test('ends a yearly subscription with its year', () => {
    const timeline = new AccountTimeline({ licenses: 10, period: 'year' }).until('2026-08-01T00:00:00.000Z');
    expect(timeline.apply(switchTo(false)).account.endsAt).toBe('2027-03-10T12:00:00.000Z');
    expect(timeline.until('2027-03-10T11:59:59.999Z').available()).toBe(1_000);
    expect(timeline.until('2027-03-10T12:00:00.000Z').available()).toBe(100);
  });

  test('drops the pending change, and none can be scheduled while it is off', () => {
    const starter = { plan: 'Starter', interval: 'month' } as const;
    const schedule = (state: AccountTimeline['state'], now: string) =>
      schedulePlanChange(state, { to: starter, cause: cause() }, now);
    const timeline = new AccountTimeline({ licenses: 10 }).apply(schedule).apply(switchTo(false));
    expect(timeline.account.pending).toBeUndefined();
    expect(timeline.auditNotes.at(-1)?.before).toMatchObject({ pending: starter });
    expect(() => timeline.apply(schedule)).toThrow(refusal('conflict'));
    expect(timeline.until(renewal).account.plan).toBe('Free');
  });

  test('and on again before the end renews; the dropped change stays dropped', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).apply(switchTo(false)).apply(switchTo(true));
    expect(timeline.until(renewal).account).toMatchObject({ plan: 'Team', licenses: 10 });
    expect(timeline.available()).toBe(1_000);
  });

  test('twice changes nothing, and neither does switching it on when it is on', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).apply(switchTo(true)).apply(switchTo(false));
    const before = structuredClone(timeline.state);
    expect(timeline.apply(switchTo(false)).state).toEqual(before);
    expect(timeline.auditNotes).toHaveLength(1);
  });

  test('at the instant of an unpaid renewal ends with the period that begins there', () => {
    const timeline = new AccountTimeline({ licenses: 10 });
    const byInvoice = { renewedBy: 'invoice', paidUntilAt: renewal } as const;
    timeline.apply((state) => noChange(withAccount(state, byInvoice))).until(renewal);
    timeline.apply(switchTo(false));
    expect(timeline.account).toMatchObject({ plan: 'Team', endsAt: '2026-05-10T12:00:00.000Z' });
  });

  test('cannot be undone after the end: the organization is Free', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).apply(switchTo(false)).until(renewal);
    expect(() => timeline.apply(switchTo(true))).toThrow(refusal('conflict'));
  });
});

describe('the end of a plan', () => {
  test('of a yearly subscription leaves a Free account with monthly periods', () => {
    const timeline = new AccountTimeline({ licenses: 10, period: 'year' }).apply((state, now) =>
      endPlan(state, now),
    );
    expect(timeline.account).toMatchObject({ plan: 'Free', interval: 'month' });
  });

  test('is applied once', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).until('2026-03-20T00:00:00.000Z');
    timeline.apply((state, now) => endPlan(state, now)).spend(60);
    const before = structuredClone(timeline.state);
    timeline.apply((state, now) => endPlan(state, now));
    expect(timeline.state).toEqual(before);
  });

  test('that is applied late counts from its instant', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).until('2026-03-25T00:00:00.000Z');
    timeline.apply((state, now) => endPlan(state, now, '2026-03-20T00:00:00.000Z'));
    expect(timeline.state.pools.core).toMatchObject({
      anchorAt: '2026-03-20T00:00:00.000Z',
      periodEndAt: '2026-04-20T00:00:00.000Z',
    });
  });

  test('that is applied after a later refill reverts that refill', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).until('2026-04-11T00:00:00.000Z');
    timeline.apply((state, now) => endPlan(state, now, '2026-04-09T00:00:00.000Z'));
    expect(timeline.available()).toBe(100);
    expect(timeline.state.pools.core.periodEndAt).toBe('2026-05-09T00:00:00.000Z');
  });

  test('ends the payment hold', () => {
    const timeline = new AccountTimeline({ licenses: 10 });
    timeline
      .apply((state, now) => recordFailedPayment(state, 'in_1', now))
      .apply((state, now) => endPlan(state, now));
    expect(timeline.account.unpaidInvoices).toEqual([]);
    timeline.apply((state, now) => recordFailedPayment(state, 'in_1', now));
    expect(timeline.account.unpaidInvoices).toEqual([]);
  });

  test('limits the retention to that of Free', () => {
    const timeline = new AccountTimeline({ licenses: 10 });
    timeline
      .apply((state) => setRetention(state, { days: 200, plan: 'Team', cause: cause() }))
      .apply((state, now) => endPlan(state, now));
    expect(timeline.account.retentionDays).toBe(30);
  });
});
