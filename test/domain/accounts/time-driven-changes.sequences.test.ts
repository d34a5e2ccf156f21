import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustPool } from '@scangate/domain/credits/adjust-pool';
import { applyOperatorChange, type OperatorChange } from '@scangate/domain/accounts/apply-operator-change';
import { applyDueChanges, isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import {
  andThen,
  noChange,
  type BillingState,
  type BillingOutcome,
} from '@scangate/domain/accounts/billing-state';
import { addMs, hourMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { LedgerEntry } from '@scangate/domain/records';
import { AccountTimeline, cause } from '#test/models/account-timeline.ts';
import { runs } from '#test/support/runs/samples.ts';

/** Random sequences of changes by an operator, debits, purchases and adjustments at random times. */

const plan = fc.constantFrom<OperatorChange>(
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
const licenseEvents = fc
  .integer({ min: 5, max: 40 })
  .chain((licenses) =>
    fc.constantFrom<OperatorChange>(
      { type: 'licenses_added', licenses },
      { type: 'licenses_scheduled', licenses },
    ),
  );
type Step =
  | { event: OperatorChange }
  | { spend: number; pool: 'core' | 'sast' }
  | { buy: number; pool: 'core' | 'sast' }
  | { adjust: number; pool: 'core' | 'sast' };
const pool = fc.constantFrom('core' as const, 'sast' as const);
const act: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ event: plan }) },
  { weight: 2, arbitrary: fc.record({ event: licenseEvents }) },
  { weight: 2, arbitrary: fc.record({ spend: fc.nat(900), pool }) },
  { weight: 1, arbitrary: fc.record({ buy: fc.constantFrom(25, 100, 500), pool }) },
  { weight: 1, arbitrary: fc.record({ adjust: fc.integer({ min: -700, max: 300 }), pool }) },
);
const hoursBetween = fc.oneof(fc.nat(48), fc.nat(24 * 70));
const acts = fc.array(fc.tuple(hoursBetween, act), { maxLength: 25 });
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

const addHours = (instant: string, hours: number): string => addMs(instant, hours * hourMs);

const execute = (timeline: AccountTimeline, what: Step): void => {
  if ('spend' in what) timeline.spend(what.spend, what.pool);
  else if ('buy' in what) timeline.buy(what.buy, what.pool);
  else if ('adjust' in what) {
    const { adjust: amount, pool: name } = what;
    if (amount === 0) return;
    const adjustment = { adjustmentId: cause(), pool: name, amount, motif: 'support' };
    timeline.apply((state, now) => adjustPool(state, adjustment, now));
  } else
    timeline.apply((state, now) => applyOperatorChange(state, { event: what.event, eventId: cause() }, now));
};

const run = (timeline: AccountTimeline, all: readonly [number, Step][]): string[] => {
  const refused: string[] = [];
  for (const [after, what] of all) {
    // No two events have the same instant, as the instant of a failed payment identifies it in the audit log.
    timeline.until(addMs(addHours(timeline.now, after), 1));
    try {
      execute(timeline, what);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push(error.code);
    }
  }
  return refused;
};

test('the entries always sum to the balance, no cause is booked twice, and a Free account has nothing of a paid plan', () => {
  const counts = { done: 0, refused: 0 };
  fc.assert(
    fc.property(order, createdAt, acts, (first, from, all) => {
      // The timeline audits its entries against its pools after each step.
      const timeline = new AccountTimeline(first, from);
      const refused = run(timeline, all);
      counts.done += all.length - refused.length;
      counts.refused += refused.length;
      expect(refused.every((code) => code === 'conflict' || code === 'validation_failed')).toBe(true);
      const { plan: name, sastAddon, pending, endsAt, unpaidInvoices, retentionDays } = timeline.account;
      if (name !== 'Free') return;
      expect([sastAddon, pending, endsAt, unpaidInvoices, retentionDays]).toEqual([
        undefined,
        undefined,
        undefined,
        [],
        30,
      ]);
    }),
    { numRuns: runs(600) },
  );
  expect(counts.done).toBeGreaterThan(counts.refused);
});

/** The state and the entries without the time of writing, which may differ. */
const comparable = (state: BillingState, entries: readonly LedgerEntry[]) => [
  JSON.parse(JSON.stringify(state)) as unknown,
  entries.map(({ at: _at, ...entry }) => entry),
];

const allDue = (state: BillingState, now: string): BillingOutcome => {
  let outcome = noChange(state);
  while (!isUpToDate(outcome.state, now))
    outcome = andThen(outcome, (current) => applyDueChanges(current, now));
  return outcome;
};

test('time-driven changes give the same result in one step and in many', () => {
  fc.assert(
    fc.property(
      order,
      createdAt,
      acts,
      fc.array(fc.nat(24 * 500), { minLength: 1, maxLength: 12 }),
      (first, from, all, stops) => {
        const timeline = new AccountTimeline(first, from);
        run(timeline, all);
        const instants = stops.map((stop) => addHours(timeline.now, stop)).toSorted();
        const last = instants.at(-1) ?? timeline.now;
        const once = allDue(timeline.state, last);
        let steps = noChange(timeline.state);
        for (const instant of instants) steps = andThen(steps, (state) => allDue(state, instant));
        expect(comparable(steps.state, steps.entries)).toEqual(comparable(once.state, once.entries));
        expect(applyDueChanges(once.state, last)).toEqual(noChange(once.state));
      },
    ),
    { numRuns: runs(300) },
  );
});

test('no refill drifts from its anchor over years, on any day of the month', () => {
  const anchors = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString());
  fc.assert(
    fc.property(anchors, fc.nat(60), (anchor, months) => {
      const timeline = new AccountTimeline({ plan: 'Starter' }, anchor);
      timeline.until(addHours(anchor, months * 24 * 30));
      for (const { cause: name } of timeline.entries.filter(({ source }) => source === 'refill')) {
        const start = new Date(name.slice('refill#'.length));
        const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
        expect(start.getUTCDate()).toBe(Math.min(new Date(anchor).getUTCDate(), lastDay));
        expect(start.toISOString().slice(11)).toBe(anchor.slice(11));
      }
    }),
  );
});
