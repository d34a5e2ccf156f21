import { describe, expect, test } from 'vitest';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { renewsAt } from '@scangate/domain/plans/subscription-period';
import { schedulePlanChange, startPlan, undoPlanChange } from '@scangate/domain/plans/plan-change';
import { endPlan } from '@scangate/domain/plans/end-plan';
import { applyDueChanges, isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { renewPaidSubscription } from '@scangate/domain/plans/renew-paid-subscription';
import { noChange, withAccount } from '@scangate/domain/accounts/billing-state';
import type { Subscription } from '@scangate/domain/records';
import { AccountTimeline, cause, newAccount, refusal } from '#test/models/account-timeline.ts';

const refills = ({ entries }: AccountTimeline) =>
  entries.filter((entry) => entry.cause.startsWith('refill#')).map((entry) => entry.cause.slice(7, 17));

describe('an account renewed by schedule', () => {
  test.each(['month', 'year'] as const)(
    'and billed by the %s gets its credits every month on the anchor',
    (period) => {
      const timeline = new AccountTimeline({ licenses: 10, period }, '2027-10-31T23:30:00.000Z');
      timeline.until('2028-05-31T23:30:00.000Z');
      expect(refills(timeline)).toEqual([
        '2027-10-31',
        '2027-11-30',
        '2027-12-31',
        '2028-01-31',
        '2028-02-29',
        '2028-03-31',
        '2028-04-30',
        '2028-05-31',
      ]);
      expect(timeline.state.pools.core.anchorAt).toBe('2027-10-31T23:30:00.000Z');
    },
  );

  test('catches up on years in one run, each month once', () => {
    const { state } = newAccount({ plan: 'Starter' }, '2020-02-29T12:00:00.000Z');
    const once = applyDueChanges(state, '2020-06-29T12:00:00.000Z');
    expect(once.entries.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 4 }, () => ['expire', 'grant']).flat(),
    );
    const timeline = new AccountTimeline({ plan: 'Starter' }, '2020-02-29T12:00:00.000Z');
    timeline.until('2026-03-01T00:00:00.000Z');
    expect(new Set(refills(timeline)).size).toBe(73);
    expect(timeline.state.pools.core.periodStartAt).toBe('2026-02-28T12:00:00.000Z');
  });

  test('catches up on at most as many periods at once as fit into a transaction', () => {
    const { state } = newAccount({ licenses: 5, sastAddon: 'team' }, '2016-03-10T12:00:00.000Z');
    const first = applyDueChanges(state, '2026-03-10T12:00:00.000Z');
    expect(first.entries.length + first.auditNotes.length).toBeLessThanOrEqual(90);
    expect(isUpToDate(first.state, '2026-03-10T12:00:00.000Z')).toBe(false);
  });
});

describe('an account renewed by invoice', () => {
  const began = '2026-01-31T10:00:00.000Z';
  const february = '2026-02-28T10:00:00.000Z';
  const march = '2026-03-31T10:00:00.000Z';
  const april = '2026-04-30T10:00:00.000Z';
  const team: Subscription = { plan: 'Team', interval: 'month', licenses: 10 };
  const starter: Subscription = { plan: 'Starter', interval: 'month' };
  const subscribed = (to = team, paidUntilAt = february) =>
    new AccountTimeline({ plan: 'Free' }, '2026-01-05T00:00:00.000Z')
      .until(began)
      .apply((state, now) =>
        startPlan(state, { to, terms: { renewedBy: 'invoice', paidUntilAt }, at: now }, now),
      );
  const paid =
    (startAt: string, endAt: string, sold?: Subscription) => (state: AccountTimeline['state'], now: string) =>
      renewPaidSubscription(state, { period: { startAt, endAt }, sold }, now);
  const schedule = (to: Subscription) => (state: AccountTimeline['state'], now: string) =>
    schedulePlanChange(state, { to, cause: cause() }, now);
  const autoRenew = (enabled: boolean) => (state: AccountTimeline['state'], now: string) =>
    setAutoRenew(state, { enabled, cause: cause() }, now);

  test('gets the terms that were paid for; a requested change waits for the next renewal', () => {
    const timeline = subscribed().apply(schedule(starter)).until(february);
    timeline.apply(paid(february, march, { ...team, licenses: 12 }));
    expect(timeline.numbers('core')).toEqual([1_200, 1_200, 0, 0]);
    expect(timeline.account).toMatchObject({ plan: 'Team', licenses: 12, paidUntilAt: march });
    expect(timeline.account.pending).toEqual({ ...starter, effectiveAt: march });
    timeline.until(march).apply(paid(march, april, starter));
    expect(timeline.account).toMatchObject({ plan: 'Starter', paidUntilAt: april });
    expect([timeline.available(), timeline.account.licenses, timeline.account.pending]).toEqual([
      800,
      undefined,
      undefined,
    ]);
  });

  test('keeps its terms when they were paid for; a requested change waits for the next renewal', () => {
    const timeline = subscribed().apply(schedule(starter)).until(february);
    const notes = timeline.auditNotes.length;
    timeline.apply(paid(february, march, team));
    expect(timeline.numbers('core')).toEqual([1_000, 1_000, 0, 0]);
    expect(timeline.account).toMatchObject({ ...team, pending: { plan: 'Starter', effectiveAt: march } });
    expect(timeline.auditNotes).toHaveLength(notes);
  });

  test('has no pending change when the requested terms were paid for', () => {
    const timeline = subscribed().until(february);
    const pending = { ...starter, effectiveAt: march };
    timeline
      .apply((state) => noChange(withAccount(state, { pending })))
      .apply(paid(february, march, starter));
    expect(timeline.account.plan).toBe('Starter');
    expect(timeline.account.pending).toBeUndefined();
  });

  test('is refilled only after its payment, on the anchor, however late', () => {
    const timeline = subscribed().spend(400).until('2026-03-04T00:00:00.000Z');
    expect(timeline.numbers('core')).toEqual([600, 1_000, 0, 400]);
    timeline.apply(paid(february, march));
    expect(timeline.numbers('core')).toEqual([1_000, 1_000, 0, 0]);
    expect(timeline.state.pools.core).toMatchObject({
      anchorAt: began,
      periodStartAt: february,
      periodEndAt: march,
    });
  });

  test('gets nothing again for a payment that is applied twice or after later ones', () => {
    const timeline = subscribed().until(february).apply(paid(february, march)).spend(100);
    timeline.apply(paid(february, march));
    expect(timeline.available()).toBe(900);
    timeline.until(march).apply(paid(march, april)).spend(7).apply(paid(february, march));
    expect(timeline.available()).toBe(993);
  });

  test('keeps its anchor when the later of two missed months is paid first; the earlier one then grants nothing', () => {
    const timeline = subscribed().until('2026-04-02T00:00:00.000Z').apply(paid(march, april));
    expect(timeline.state.pools.core).toMatchObject({
      anchorAt: began,
      periodStartAt: march,
      periodEndAt: april,
    });
    const before = structuredClone(timeline.state);
    expect(timeline.apply(paid(february, march)).state).toEqual(before);
    expect(
      timeline.until(april).apply(paid(april, '2026-05-31T10:00:00.000Z')).state.pools.core,
    ).toMatchObject({
      periodStartAt: april,
      periodEndAt: '2026-05-31T10:00:00.000Z',
    });
  });

  test('billed by the year is refilled in every month of the paid year, and in no later month', () => {
    const yearly: Subscription = { ...team, interval: 'year' };
    const timeline = subscribed(yearly, '2027-01-31T10:00:00.000Z').until('2027-01-01T00:00:00.000Z');
    expect(refills(timeline).slice(-2)).toEqual(['2026-11-30', '2026-12-31']);
    timeline.spend(10).until('2027-04-01T00:00:00.000Z');
    expect(timeline.available()).toBe(990);
    timeline.apply(paid('2027-01-31T10:00:00.000Z', '2028-01-31T10:00:00.000Z'));
    timeline.until(timeline.now);
    expect(refills(timeline).slice(-3)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  });

  test('keeps its plan while the renewal is unpaid; the pending change is in force after the payment', () => {
    const timeline = subscribed().apply(schedule(starter)).until('2026-03-02T00:00:00.000Z');
    expect(timeline.account).toMatchObject({ plan: 'Team', retentionDays: 365, pending: starter });
    timeline.apply(paid(february, march));
    expect(timeline.account).toMatchObject({ plan: 'Starter', retentionDays: 90 });
    expect(timeline.account.pending).toBeUndefined();
    expect(timeline.numbers('core')).toEqual([800, 800, 0, 0]);
  });

  test('can neither replace nor undo a change whose renewal is due and unpaid', () => {
    const timeline = subscribed().apply(schedule(starter)).until('2026-03-02T00:00:00.000Z');
    expect(() => timeline.apply(schedule({ ...team, licenses: 6 }))).toThrow(refusal('conflict'));
    expect(() => timeline.apply((state, now) => undoPlanChange(state, cause(), now))).toThrow(
      refusal('conflict'),
    );
    timeline.apply(autoRenew(false));
    expect(timeline.account).toMatchObject({ pending: starter, endsAt: march });
    expect(timeline.apply(paid(february, march)).account.plan).toBe('Starter');
    expect(timeline.until(march).account.plan).toBe('Free');
  });

  test('schedules a change that is requested while a renewal is unpaid for the renewal after it', () => {
    const timeline = subscribed().until('2026-03-02T00:00:00.000Z').apply(schedule(starter));
    expect(timeline.account.pending?.effectiveAt).toBe(march);
    expect(timeline.apply(paid(february, march)).account).toMatchObject({ plan: 'Team', pending: starter });
    expect(timeline.until(march).apply(paid(march, april)).account.plan).toBe('Starter');
  });

  test('ends with the paid period when auto-renew was switched off between renewal and payment', () => {
    const timeline = subscribed().until('2026-02-28T10:30:00.000Z').apply(autoRenew(false));
    expect(timeline.account.endsAt).toBe(march);
    timeline.apply(paid(february, march));
    expect([timeline.available(), renewsAt(timeline.state, timeline.now)]).toEqual([1_000, march]);
    expect(timeline.until(march).account.plan).toBe('Free');
  });

  test('keeps a paid period to its end when that is later than the end set by auto-renew', () => {
    const timeline = subscribed().until('2026-02-01T00:00:00.000Z').apply(autoRenew(false));
    expect(timeline.account.endsAt).toBe(february);
    timeline.apply(paid(february, march)).until('2026-03-15T00:00:00.000Z');
    expect(timeline.account).toMatchObject({ plan: 'Team', endsAt: march });
  });

  test('stays Free when a payment arrives after the subscription ended', () => {
    const timeline = subscribed().until('2026-02-10T00:00:00.000Z');
    timeline.apply((state, now) => endPlan(state, now)).spend(30);
    const before = structuredClone(timeline.state);
    expect(timeline.apply(paid(february, march)).state).toEqual(before);
  });

  test('counts a new year and its months from the first yearly payment, as the payment provider does', () => {
    const timeline = subscribed()
      .apply(schedule({ ...team, interval: 'year' }))
      .until(february);
    timeline.apply(paid(february, '2027-02-28T10:00:00.000Z'));
    expect(timeline.account).toMatchObject({ interval: 'year', yearlyAnchorAt: february });
    expect(timeline.until('2026-06-01T00:00:00.000Z').state.pools.core.periodStartAt).toBe(
      '2026-05-28T10:00:00.000Z',
    );
    expect(renewsAt(timeline.state, timeline.now)).toBe('2027-02-28T10:00:00.000Z');
  });
});
