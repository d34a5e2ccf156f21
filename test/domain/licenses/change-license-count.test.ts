import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schedulePlanChange } from '@scangate/domain/plans/plan-change';
import {
  addLicenses,
  undoLicenseReduction,
  scheduleLicenseReduction,
} from '@scangate/domain/licenses/change-license-count';
import { noChange, withAccount } from '@scangate/domain/accounts/billing-state';
import { AccountTimeline, cause, refusal } from '#test/models/account-timeline.ts';

const renewal = '2026-04-10T12:00:00.000Z';
let invoices = 0;
const add =
  (licenses: number, invoiceId = `in_${++invoices}`) =>
  (state: AccountTimeline['state'], now: string) =>
    addLicenses(state, { licenses, invoiceId }, now);
const remove = (licenses: number) => (state: AccountTimeline['state'], now: string) =>
  scheduleLicenseReduction(state, { licenses, cause: cause() }, now);

describe('more licenses', () => {
  test('are in force at once, with the prorated credits of the period, rounded up', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).spend(100).until('2026-03-20T12:00:00.000Z');
    timeline.apply(add(12, 'in_7'));
    // 21 of 31 days of 200 credits are 135.48.
    expect(timeline.numbers('core')).toEqual([1_036, 1_136, 0, 100]);
    expect(timeline.entries.at(-1)).toMatchObject({
      cause: 'seats#in_7',
      amount: 136,
      source: 'licenses_added',
      invoiceId: 'in_7',
    });
    expect(timeline.auditNotes).toMatchObject([
      { action: 'licenses.added', before: { licenses: 10 }, after: { licenses: 12, credits: 136 } },
    ]);
    expect(timeline.until(renewal).numbers('core')).toEqual([1_200, 1_200, 0, 0]);
  });

  test.each([
    ['the first instant', '2026-03-10T12:00:00.000Z', 200],
    ['a millisecond later', '2026-03-10T12:00:00.001Z', 200],
    ['half of the period', '2026-03-26T00:00:00.000Z', 100],
    ['a millisecond after half', '2026-03-26T00:00:00.001Z', 100],
    ['a millisecond before half', '2026-03-25T23:59:59.999Z', 101],
    ['the last millisecond', '2026-04-10T11:59:59.999Z', 1],
  ])('at %s are worth %s', (_name, now, credits) => {
    const timeline = new AccountTimeline({ licenses: 10 }).until(now).apply(add(12));
    expect(timeline.available()).toBe(1_000 + credits);
  });

  test('on yearly billing are prorated over the month of the credits, not over the year', () => {
    const timeline = new AccountTimeline({ licenses: 10, period: 'year' }).until('2026-09-25T12:00:00.000Z');
    timeline.apply(add(12));
    expect(timeline.available()).toBe(1_000 + 100);
  });

  test('that were granted before in the period grant nothing again', () => {
    const timeline = new AccountTimeline({ licenses: 5 }).apply(add(10)).apply(remove(6)).apply(add(12));
    expect(timeline.available()).toBe(1_200);
    expect(timeline.state.pools.core.grantedLicenses).toBe(12);
  });

  test('are prorated from the highest number of the period, which the renewal resets', () => {
    const timeline = new AccountTimeline({ licenses: 10 });
    timeline.apply(add(20)).apply((state) => noChange(withAccount(state, { licenses: 10 })));
    expect(timeline.apply(add(15)).available()).toBe(2_000);
    expect(timeline.apply(add(22)).available()).toBe(2_200);
    timeline.until(renewal).apply((state) => noChange(withAccount(state, { licenses: 10 })));
    expect(timeline.until('2026-05-10T12:00:00.000Z').apply(add(11)).available()).toBe(1_100);
  });

  test('drop a pending reduction: 10, then 6 pending, then 12 now and after the renewal', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).until('2026-03-26T00:00:00.000Z');
    timeline.apply(remove(6)).apply(add(12));
    expect(timeline.account).toMatchObject({ licenses: 12 });
    expect(timeline.account.pending).toBeUndefined();
    expect(timeline.available()).toBe(1_100);
    expect(timeline.until(renewal).available()).toBe(1_200);
  });

  test('keep a pending change of the plan, and a pending year with the new number', () => {
    const starter = { plan: 'Starter', interval: 'month' } as const;
    const timeline = new AccountTimeline({ licenses: 10 })
      .apply((state, now) => schedulePlanChange(state, { to: starter, cause: 'x' }, now))
      .apply(add(12));
    expect(timeline.account.pending).toMatchObject(starter);
    const year = { plan: 'Team', interval: 'year', licenses: 6 } as const;
    timeline.apply((state, now) => schedulePlanChange(state, { to: year, cause: 'y' }, now)).apply(add(14));
    expect(timeline.account.pending).toMatchObject({ ...year, licenses: 14 });
  });

  test('change nothing when their payment is applied twice or after one for more', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).apply(add(15, 'in_b'));
    const before = structuredClone([timeline.state, timeline.entries]);
    timeline.apply(add(12, 'in_a')).apply(add(15, 'in_b'));
    expect([timeline.state, timeline.entries]).toEqual(before);
  });

  test('are sold on Team only', () => {
    expect(() => new AccountTimeline({ plan: 'Starter' }).apply(add(12))).toThrow(refusal('conflict'));
  });

  test('in any number of steps grant the exact credits, and no more than rounding up adds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 0, max: 2_678_399_999 })), {
          minLength: 1,
          maxLength: 6,
        }),
        (steps) => {
          const timeline = new AccountTimeline({ licenses: 5 });
          let exact = 500;
          let licenses = 5;
          for (const [more, ms] of steps.toSorted((a, b) => a[1] - b[1])) {
            licenses += more;
            timeline.until(new Date(Date.parse('2026-03-10T12:00:00.000Z') + ms).toISOString());
            timeline.apply(add(licenses));
            exact += (more * 100 * (2_678_400_000 - ms)) / 2_678_400_000;
          }
          expect(timeline.available()).toBeGreaterThanOrEqual(exact - 1e-6);
          expect(timeline.available()).toBeLessThan(exact + steps.length);
        },
      ),
    );
  });

  test('are prorated exactly for a hundred thousand', () => {
    const timeline = new AccountTimeline({ licenses: 5 })
      .until('2026-03-10T12:00:00.001Z')
      .apply(add(100_005));
    // 10,000,000 credits less one of 2,678,400,000 milliseconds, which is 3.7 thousandths of a credit.
    expect(timeline.available()).toBe(500 + 10_000_000);
  });
});

describe('fewer licenses', () => {
  test('take effect at the renewal; the pool does not shrink before', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).apply(remove(6));
    expect([timeline.available(), timeline.account.licenses]).toEqual([1_000, 10]);
    expect([timeline.until(renewal).available(), timeline.account.licenses]).toEqual([600, 6]);
  });

  test('of a yearly subscription take effect with the year, not with a refill', () => {
    const timeline = new AccountTimeline({ licenses: 10, period: 'year' }).apply(remove(6));
    expect(timeline.until('2027-03-10T11:00:00.000Z').available()).toBe(1_000);
    expect(timeline.until('2027-03-10T12:00:00.000Z').available()).toBe(600);
  });

  test('are undone by choosing the current number; a pending year or increase stays', () => {
    const keep = (state: AccountTimeline['state'], now: string) => undoLicenseReduction(state, cause(), now);
    const yearly = (licenses: number) => (state: AccountTimeline['state'], now: string) =>
      schedulePlanChange(state, { to: { plan: 'Team', interval: 'year', licenses }, cause: cause() }, now);
    const timeline = new AccountTimeline({ licenses: 10 }).apply(remove(6)).apply(keep);
    expect(timeline.account.pending).toBeUndefined();
    timeline.apply(yearly(6)).apply(keep);
    expect(timeline.account.pending).toMatchObject({ interval: 'year', licenses: 10 });
    timeline.apply(yearly(20)).apply(keep);
    expect(timeline.account.pending).toMatchObject({ interval: 'year', licenses: 20 });
  });

  test('are at least five, and an increase is refused', () => {
    const timeline = new AccountTimeline({ licenses: 10 });
    expect(() => timeline.apply(remove(4))).toThrow(refusal('validation_failed'));
    expect(() => timeline.apply(remove(11))).toThrow(refusal('conflict'));
  });
});
