import { describe, expect, test } from 'vitest';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { capabilitiesOf, hasSastAddon, licenseLimit, planAt } from '@scangate/domain/plans/entitlements';
import { recordFailedPayment } from '@scangate/domain/payments/payment-hold';
import { schedulePlanChange } from '@scangate/domain/plans/plan-change';
import { endPlan } from '@scangate/domain/plans/end-plan';
import { setRetention } from '@scangate/domain/accounts/payload-retention';
import { noChange, withAccount } from '@scangate/domain/accounts/billing-state';
import { AccountTimeline, cause, refusal } from '#test/models/account-timeline.ts';

const renewal = '2026-04-10T12:00:00.000Z';
const switchTo = (enabled: boolean) => (state: AccountTimeline['state'], now: string) =>
  setAutoRenew(state, { enabled, cause: cause() }, now);

describe('auto-renew off', () => {
  test('keeps everything until the end of the period, then the organization is Free, from there on', () => {
    const life = new AccountTimeline({ licenses: 10, sastAddon: 'team' }).buy(30).buy(20, 'sast');
    life.spend(200).until('2026-03-20T00:00:00.000Z').apply(switchTo(false));
    expect(life.account).toMatchObject({ plan: 'Team', endsAt: renewal });
    expect(life.until('2026-04-10T11:59:59.999Z').numbers('core')).toEqual([830, 1_000, 30, 200]);
    expect(hasSastAddon(life.account, life.now)).toBe(true);
    life.until('2026-04-17T00:00:00.000Z');
    expect(life.account).toMatchObject({ plan: 'Free', interval: 'month', retentionDays: 30 });
    expect([life.account.endsAt, life.account.licenses, life.account.sastAddon]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(life.numbers('core')).toEqual([130, 100, 30, 0]);
    expect(life.numbers('sast')).toEqual([20, 0, 20, 0]);
    expect(life.state.pools.core).toMatchObject({ anchorAt: renewal, periodStartAt: renewal });
    expect(life.until('2026-05-10T12:00:00.000Z').state.pools.core.periodStartAt).toBe(life.now);
    expect(life.notes).toMatchObject([
      {
        action: 'auto_renew.changed',
        before: { autoRenew: true },
        after: { autoRenew: false, endsAt: renewal },
      },
      { action: 'plan.ended' },
    ]);
  });

  test('is in force at its instant for who looks before the job has written it', () => {
    const { account } = new AccountTimeline({ licenses: 10, sastAddon: 'team' }).apply(switchTo(false));
    expect(planAt(account, '2026-04-10T11:59:59.999Z')).toBe('Team');
    expect(planAt(account, renewal)).toBe('Free');
    expect(capabilitiesOf(planAt(account, renewal))).toEqual(['policy_basic']);
    expect(licenseLimit(account, renewal)).toBe(3);
    expect(hasSastAddon(account, renewal)).toBe(false);
  });

  test('ends a yearly subscription with its year', () => {
    const life = new AccountTimeline({ licenses: 10, period: 'year' }).until('2026-08-01T00:00:00.000Z');
    expect(life.apply(switchTo(false)).account.endsAt).toBe('2027-03-10T12:00:00.000Z');
    expect(life.until('2027-03-10T11:59:59.999Z').available()).toBe(1_000);
    expect(life.until('2027-03-10T12:00:00.000Z').available()).toBe(100);
  });

  test('drops what was pending, and nothing can be scheduled while it is off', () => {
    const starter = { plan: 'Starter', interval: 'month' } as const;
    const schedule = (state: AccountTimeline['state'], now: string) =>
      schedulePlanChange(state, { to: starter, cause: cause() }, now);
    const life = new AccountTimeline({ licenses: 10 }).apply(schedule).apply(switchTo(false));
    expect(life.account.pending).toBeUndefined();
    expect(life.notes.at(-1)?.before).toMatchObject({ pending: starter });
    expect(() => life.apply(schedule)).toThrow(refusal('conflict'));
    expect(life.until(renewal).account.plan).toBe('Free');
  });

  test('and on again before the end: it renews, and what was dropped stays dropped', () => {
    const life = new AccountTimeline({ licenses: 10 }).apply(switchTo(false)).apply(switchTo(true));
    expect(life.until(renewal).account).toMatchObject({ plan: 'Team', licenses: 10 });
    expect(life.available()).toBe(1_000);
  });

  test('twice is once, and on while it is on is nothing', () => {
    const life = new AccountTimeline({ licenses: 10 }).apply(switchTo(true)).apply(switchTo(false));
    const before = structuredClone(life.state);
    expect(life.apply(switchTo(false)).state).toEqual(before);
    expect(life.notes).toHaveLength(1);
  });

  test('off at the instant of a renewal that is not paid ends with the period that begins there', () => {
    const life = new AccountTimeline({ licenses: 10 });
    const byInvoice = { renewedBy: 'invoice', paidUntilAt: renewal } as const;
    life.apply((state) => noChange(withAccount(state, byInvoice))).until(renewal);
    life.apply(switchTo(false));
    expect(life.account).toMatchObject({ plan: 'Team', endsAt: '2026-05-10T12:00:00.000Z' });
  });

  test('on after the end is too late: the organization is Free', () => {
    const life = new AccountTimeline({ licenses: 10 }).apply(switchTo(false)).until(renewal);
    expect(() => life.apply(switchTo(true))).toThrow(refusal('conflict'));
  });
});

describe('the end of a plan', () => {
  test('by the year leaves an organization that is Free by the month', () => {
    const life = new AccountTimeline({ licenses: 10, period: 'year' }).apply((state, now) =>
      endPlan(state, now),
    );
    expect(life.account).toMatchObject({ plan: 'Free', interval: 'month' });
  });

  test('is told twice, and ends it once', () => {
    const life = new AccountTimeline({ licenses: 10 }).until('2026-03-20T00:00:00.000Z');
    life.apply((state, now) => endPlan(state, now)).spend(60);
    const before = structuredClone(life.state);
    life.apply((state, now) => endPlan(state, now));
    expect(life.state).toEqual(before);
  });

  test('heard of late is counted from when it was', () => {
    const life = new AccountTimeline({ licenses: 10 }).until('2026-03-25T00:00:00.000Z');
    life.apply((state, now) => endPlan(state, now, '2026-03-20T00:00:00.000Z'));
    expect(life.state.pools.core).toMatchObject({
      anchorAt: '2026-03-20T00:00:00.000Z',
      periodEndAt: '2026-04-20T00:00:00.000Z',
    });
  });

  test('heard of after a later refill takes that refill back', () => {
    const life = new AccountTimeline({ licenses: 10 }).until('2026-04-11T00:00:00.000Z');
    life.apply((state, now) => endPlan(state, now, '2026-04-09T00:00:00.000Z'));
    expect(life.available()).toBe(100);
    expect(life.state.pools.core.periodEndAt).toBe('2026-05-09T00:00:00.000Z');
  });

  test('ends the hold with it: its open invoices are void', () => {
    const life = new AccountTimeline({ licenses: 10 });
    life
      .apply((state, now) => recordFailedPayment(state, 'in_1', now))
      .apply((state, now) => endPlan(state, now));
    expect(life.account.unpaidInvoices).toEqual([]);
    life.apply((state, now) => recordFailedPayment(state, 'in_1', now));
    expect(life.account.unpaidInvoices).toEqual([]);
  });

  test('lets nobody keep longer than Free does', () => {
    const life = new AccountTimeline({ licenses: 10 });
    life
      .apply((state) => setRetention(state, { days: 200, plan: 'Team', cause: cause() }))
      .apply((state, now) => endPlan(state, now));
    expect(life.account.retentionDays).toBe(30);
  });
});
