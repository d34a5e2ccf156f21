import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustPool } from '@scangate/domain/credits/adjust-pool';
import { applyBillingEvent, type BillingEvent } from '@scangate/domain/accounts/apply-billing-event';
import { applyDueRenewals, isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import {
  andThen,
  noChange,
  type BillingState,
  type BillingOutcome,
} from '@scangate/domain/accounts/billing-state';
import { Problem } from '@scangate/domain/problem';
import type { LedgerEntry } from '@scangate/domain/records';
import { AccountTimeline, cause } from '#test/models/account-timeline.ts';

/** Whatever happens to an account in whatever order, at whatever time. */

const plan = fc.constantFrom<BillingEvent>(
  { type: 'plan_set', plan: 'Free' },
  { type: 'plan_set', plan: 'Starter' },
  { type: 'plan_set', plan: 'Starter', period: 'year' },
  { type: 'plan_set', plan: 'Team', licenses: 7 },
  { type: 'plan_set', plan: 'Team', period: 'year', licenses: 12 },
  { type: 'plan_set', plan: 'Regulated', credits: { core: 3_000, sast: 40 } },
  { type: 'plan_scheduled', plan: 'Starter' },
  { type: 'plan_scheduled', plan: 'Team', licenses: 5 },
  { type: 'plan_scheduled', plan: 'Team', period: 'year', licenses: 9 },
  { type: 'plan_undone' },
  { type: 'sast_started' },
  { type: 'sast_cancelled' },
  { type: 'sast_resumed' },
  { type: 'auto_renew', enabled: false },
  { type: 'auto_renew', enabled: true },
  { type: 'payment_failed', invoiceId: 'in_1' },
  { type: 'payment_resolved', invoiceId: 'in_1' },
);
const seats = fc
  .integer({ min: 5, max: 40 })
  .chain((licenses) =>
    fc.constantFrom<BillingEvent>(
      { type: 'licenses_added', licenses },
      { type: 'licenses_scheduled', licenses },
    ),
  );
type Act =
  | { event: BillingEvent }
  | { spend: number; pool: 'core' | 'sast' }
  | { buy: number; pool: 'core' | 'sast' }
  | { adjust: number; pool: 'core' | 'sast' };
const pool = fc.constantFrom('core' as const, 'sast' as const);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ event: plan }) },
  { weight: 2, arbitrary: fc.record({ event: seats }) },
  { weight: 2, arbitrary: fc.record({ spend: fc.nat(900), pool }) },
  { weight: 1, arbitrary: fc.record({ buy: fc.constantFrom(25, 100, 500), pool }) },
  { weight: 1, arbitrary: fc.record({ adjust: fc.integer({ min: -700, max: 300 }), pool }) },
);
const hours = fc.oneof(fc.nat(48), fc.nat(24 * 70));
const acts = fc.array(fc.tuple(hours, act), { maxLength: 25 });
const order = fc.constantFrom(
  { plan: 'Free' as const },
  { plan: 'Team' as const, licenses: 10, sastAddon: 'team' as const },
  { plan: 'Starter' as const, period: 'year' as const },
);
const createdAt = fc.constantFrom(
  '2026-03-10T12:00:00.000Z',
  '2026-01-31T23:59:59.999Z',
  '2028-02-29T00:00:00.000Z',
  '2027-12-31T08:00:00.000Z',
);

const later = (instant: string, by: number): string =>
  new Date(Date.parse(instant) + by * 3_600_000).toISOString();

const perform = (life: AccountTimeline, what: Act): void => {
  if ('spend' in what) life.spend(what.spend, what.pool);
  else if ('buy' in what) life.buy(what.buy, what.pool);
  else if ('adjust' in what) {
    const { adjust: amount, pool: name } = what;
    if (amount === 0) return;
    const adjustment = { adjustmentId: cause(), pool: name, amount, motif: 'support' };
    life.apply((state, now) => adjustPool(state, adjustment, now));
  } else life.apply((state, now) => applyBillingEvent(state, { event: what.event, eventId: cause() }, now));
};

const live = (life: AccountTimeline, all: readonly [number, Act][]): string[] => {
  const refused: string[] = [];
  for (const [after, what] of all) {
    life.until(later(life.now, after));
    try {
      perform(life, what);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push(error.code);
    }
  }
  return refused;
};

test('the entries always sum to what is available, no cause is booked twice, and what is Free has nothing else', () => {
  const happened = { done: 0, refused: 0 };
  fc.assert(
    fc.property(order, createdAt, acts, (first, from, all) => {
      // The life holds its books against its pools after each step.
      const life = new AccountTimeline(first, from);
      const refused = live(life, all);
      happened.done += all.length - refused.length;
      happened.refused += refused.length;
      expect(refused.every((code) => code === 'conflict' || code === 'validation_failed')).toBe(true);
      const { plan: name, sastAddon, pending, endsAt, unpaidInvoices, retentionDays } = life.account;
      if (name !== 'Free') return;
      expect([sastAddon, pending, endsAt, unpaidInvoices, retentionDays]).toEqual([
        undefined,
        undefined,
        undefined,
        [],
        30,
      ]);
    }),
    { numRuns: 600 },
  );
  expect(happened.done).toBeGreaterThan(happened.refused);
});

/** The state and the entries without when they were written, which alone may differ. */
const told = (state: BillingState, entries: readonly LedgerEntry[]) => [
  JSON.parse(JSON.stringify(state)) as unknown,
  entries.map(({ at: _at, ...entry }) => entry),
];

const allDue = (state: BillingState, now: string): BillingOutcome => {
  let outcome = noChange(state);
  while (!isUpToDate(outcome.state, now))
    outcome = andThen(outcome, (current) => applyDueRenewals(current, now));
  return outcome;
};

test('what time alone does is the same in one go and in however many steps', () => {
  fc.assert(
    fc.property(
      order,
      createdAt,
      acts,
      fc.array(fc.nat(24 * 500), { minLength: 1, maxLength: 12 }),
      (first, from, all, stops) => {
        const life = new AccountTimeline(first, from);
        live(life, all);
        const instants = stops.map((stop) => later(life.now, stop)).toSorted();
        const last = instants.at(-1) ?? life.now;
        const once = allDue(life.state, last);
        let steps = noChange(life.state);
        for (const instant of instants) steps = andThen(steps, (state) => allDue(state, instant));
        expect(told(steps.state, steps.entries)).toEqual(told(once.state, once.entries));
        expect(applyDueRenewals(once.state, last)).toEqual(noChange(once.state));
      },
    ),
    { numRuns: 300 },
  );
});

test('over years no refill drifts from its anchor, on whatever day it stands', () => {
  const anchors = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString());
  fc.assert(
    fc.property(anchors, fc.nat(60), (anchor, months) => {
      const life = new AccountTimeline({ plan: 'Starter' }, anchor);
      life.until(later(anchor, months * 24 * 30));
      for (const { cause: name } of life.entries.filter(({ source }) => source === 'refill')) {
        const start = new Date(name.slice('refill#'.length));
        const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
        expect(start.getUTCDate()).toBe(Math.min(new Date(anchor).getUTCDate(), lastDay));
        expect(start.toISOString().slice(11)).toBe(anchor.slice(11));
      }
    }),
  );
});
