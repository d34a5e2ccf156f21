import { describe, expect, test } from 'vitest';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { renewsAt } from '@scangate/domain/plans/subscription-period';
import { schedulePlanChange, startPlan, undoPlanChange } from '@scangate/domain/plans/plan-change';
import { endPlan } from '@scangate/domain/plans/end-plan';
import { applyDueRenewals, isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { renewPaidSubscription } from '@scangate/domain/plans/renew-paid-subscription';
import { noChange, withAccount } from '@scangate/domain/accounts/billing-state';
import type { Subscription } from '@scangate/domain/records';
import { AccountTimeline, cause, newAccount, refusal } from '#test/models/account-timeline.ts';

const refills = ({ entries }: AccountTimeline) =>
  entries.filter((entry) => entry.cause.startsWith('refill#')).map((entry) => entry.cause.slice(7, 17));

describe('renewed by schedule', () => {
  test.each(['month', 'year'] as const)(
    'billed by the %s, credits come every month, on the anchor',
    (period) => {
      const life = new AccountTimeline({ licenses: 10, period }, '2027-10-31T23:30:00.000Z');
      life.until('2028-05-31T23:30:00.000Z');
      expect(refills(life)).toEqual([
        '2027-10-31',
        '2027-11-30',
        '2027-12-31',
        '2028-01-31',
        '2028-02-29',
        '2028-03-31',
        '2028-04-30',
        '2028-05-31',
      ]);
      expect(life.state.pools.core.anchorAt).toBe('2027-10-31T23:30:00.000Z');
    },
  );

  test('an account nobody touched for years is caught up in one go, each month once', () => {
    const { state } = newAccount({ plan: 'Starter' }, '2020-02-29T12:00:00.000Z');
    const once = applyDueRenewals(state, '2020-06-29T12:00:00.000Z');
    expect(once.entries.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 4 }, () => ['expire', 'grant']).flat(),
    );
    const life = new AccountTimeline({ plan: 'Starter' }, '2020-02-29T12:00:00.000Z');
    life.until('2026-03-01T00:00:00.000Z');
    expect(new Set(refills(life)).size).toBe(73);
    expect(life.state.pools.core.periodStartAt).toBe('2026-02-28T12:00:00.000Z');
  });

  test('so many periods are written at once that they fit a transaction, the others after it', () => {
    const { state } = newAccount({ licenses: 5, sastAddon: 'team' }, '2016-03-10T12:00:00.000Z');
    const first = applyDueRenewals(state, '2026-03-10T12:00:00.000Z');
    expect(first.entries.length + first.auditNotes.length).toBeLessThanOrEqual(90);
    expect(isUpToDate(first.state, '2026-03-10T12:00:00.000Z')).toBe(false);
  });
});

describe('renewed by invoice', () => {
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

  test('is what was paid for; what was wanted instead waits for the next renewal', () => {
    const life = subscribed().apply(schedule(starter)).until(february);
    life.apply(paid(february, march, { ...team, licenses: 12 }));
    expect(life.numbers('core')).toEqual([1_200, 1_200, 0, 0]);
    expect(life.account).toMatchObject({ plan: 'Team', licenses: 12, paidUntilAt: march });
    expect(life.account.pending).toEqual({ ...starter, effectiveAt: march });
    life.until(march).apply(paid(march, april, starter));
    expect(life.account).toMatchObject({ plan: 'Starter', paidUntilAt: april });
    expect([life.available(), life.account.licenses, life.account.pending]).toEqual([
      800,
      undefined,
      undefined,
    ]);
  });

  test('is paid for as it is, whatever was wanted: that waits, too', () => {
    const life = subscribed().apply(schedule(starter)).until(february);
    const notes = life.notes.length;
    life.apply(paid(february, march, team));
    expect(life.numbers('core')).toEqual([1_000, 1_000, 0, 0]);
    expect(life.account).toMatchObject({ ...team, pending: { plan: 'Starter', effectiveAt: march } });
    expect(life.notes).toHaveLength(notes);
  });

  test('leaves nothing to wait for when what was wanted later is what was paid for', () => {
    const life = subscribed().until(february);
    const pending = { ...starter, effectiveAt: march };
    life.apply((state) => noChange(withAccount(state, { pending }))).apply(paid(february, march, starter));
    expect(life.account.plan).toBe('Starter');
    expect(life.account.pending).toBeUndefined();
  });

  test('is not refilled beyond what is paid, and is once it is: on the anchor, however late', () => {
    const life = subscribed().spend(400).until('2026-03-04T00:00:00.000Z');
    expect(life.numbers('core')).toEqual([600, 1_000, 0, 400]);
    life.apply(paid(february, march));
    expect(life.numbers('core')).toEqual([1_000, 1_000, 0, 0]);
    expect(life.state.pools.core).toMatchObject({
      anchorAt: began,
      periodStartAt: february,
      periodEndAt: march,
    });
  });

  test('told twice, or again after later payments, it gives nothing again', () => {
    const life = subscribed().until(february).apply(paid(february, march)).spend(100);
    life.apply(paid(february, march));
    expect(life.available()).toBe(900);
    life.until(march).apply(paid(march, april)).spend(7).apply(paid(february, march));
    expect(life.available()).toBe(993);
  });

  test('two missed months, the later paid first: the anchor stays, the earlier one then gives nothing', () => {
    const life = subscribed().until('2026-04-02T00:00:00.000Z').apply(paid(march, april));
    expect(life.state.pools.core).toMatchObject({
      anchorAt: began,
      periodStartAt: march,
      periodEndAt: april,
    });
    const before = structuredClone(life.state);
    expect(life.apply(paid(february, march)).state).toEqual(before);
    expect(life.until(april).apply(paid(april, '2026-05-31T10:00:00.000Z')).state.pools.core).toMatchObject({
      periodStartAt: april,
      periodEndAt: '2026-05-31T10:00:00.000Z',
    });
  });

  test('by the year it is refilled every month of the paid year, and no month longer', () => {
    const yearly: Subscription = { ...team, interval: 'year' };
    const life = subscribed(yearly, '2027-01-31T10:00:00.000Z').until('2027-01-01T00:00:00.000Z');
    expect(refills(life).slice(-2)).toEqual(['2026-11-30', '2026-12-31']);
    life.spend(10).until('2027-04-01T00:00:00.000Z');
    expect(life.available()).toBe(990);
    life.apply(paid('2027-01-31T10:00:00.000Z', '2028-01-31T10:00:00.000Z'));
    life.until(life.now);
    expect(refills(life).slice(-3)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  });

  test('keeps its plan while the renewal is unpaid; then what was pending is in force', () => {
    const life = subscribed().apply(schedule(starter)).until('2026-03-02T00:00:00.000Z');
    expect(life.account).toMatchObject({ plan: 'Team', retentionDays: 365, pending: starter });
    life.apply(paid(february, march));
    expect(life.account).toMatchObject({ plan: 'Starter', retentionDays: 90 });
    expect(life.account.pending).toBeUndefined();
    expect(life.numbers('core')).toEqual([800, 800, 0, 0]);
  });

  test('what waits with its renewal to be paid can neither be replaced nor undone', () => {
    const life = subscribed().apply(schedule(starter)).until('2026-03-02T00:00:00.000Z');
    expect(() => life.apply(schedule({ ...team, licenses: 6 }))).toThrow(refusal('conflict'));
    expect(() => life.apply((state, now) => undoPlanChange(state, cause(), now))).toThrow(
      refusal('conflict'),
    );
    life.apply(autoRenew(false));
    expect(life.account).toMatchObject({ pending: starter, endsAt: march });
    expect(life.apply(paid(february, march)).account.plan).toBe('Starter');
    expect(life.until(march).account.plan).toBe('Free');
  });

  test('what is chosen while a renewal is unpaid is for the one after it', () => {
    const life = subscribed().until('2026-03-02T00:00:00.000Z').apply(schedule(starter));
    expect(life.account.pending?.effectiveAt).toBe(march);
    expect(life.apply(paid(february, march)).account).toMatchObject({ plan: 'Team', pending: starter });
    expect(life.until(march).apply(paid(march, april)).account.plan).toBe('Starter');
  });

  test('switched off between the renewal and its payment, it ends with what is paid', () => {
    const life = subscribed().until('2026-02-28T10:30:00.000Z').apply(autoRenew(false));
    expect(life.account.endsAt).toBe(march);
    life.apply(paid(february, march));
    expect([life.available(), renewsAt(life.state, life.now)]).toEqual([1_000, march]);
    expect(life.until(march).account.plan).toBe('Free');
  });

  test('a period that is longer than what auto-renew was switched off for is given to its end', () => {
    const life = subscribed().until('2026-02-01T00:00:00.000Z').apply(autoRenew(false));
    expect(life.account.endsAt).toBe(february);
    life.apply(paid(february, march)).until('2026-03-15T00:00:00.000Z');
    expect(life.account).toMatchObject({ plan: 'Team', endsAt: march });
  });

  test('a payment told after the subscription ended revives nothing', () => {
    const life = subscribed().until('2026-02-10T00:00:00.000Z');
    life.apply((state, now) => endPlan(state, now)).spend(30);
    const before = structuredClone(life.state);
    expect(life.apply(paid(february, march)).state).toEqual(before);
  });

  test('to yearly, the year and its months are counted from its first payment, as the till does', () => {
    const life = subscribed()
      .apply(schedule({ ...team, interval: 'year' }))
      .until(february);
    life.apply(paid(february, '2027-02-28T10:00:00.000Z'));
    expect(life.account).toMatchObject({ interval: 'year', yearlyAnchorAt: february });
    expect(life.until('2026-06-01T00:00:00.000Z').state.pools.core.periodStartAt).toBe(
      '2026-05-28T10:00:00.000Z',
    );
    expect(renewsAt(life.state, life.now)).toBe('2027-02-28T10:00:00.000Z');
  });
});
