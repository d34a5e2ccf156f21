import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, periodAt, timeOfMonth, dueTimesOfMonth } from '@scangate/domain/calendar';
import { runs } from '#test/support/runs/samples.ts';

const instants = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const endOfPeriod = (anchor: string) => addMonths(anchor, 1);

describe('the n-th renewal is n months after the anchor, clamped to the end of the month', () => {
  test.each([
    ['2026-01-31T08:00:00.000Z', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2027-12-31T23:59:59.999Z', ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']],
    ['2028-02-29T00:00:00.000Z', ['2028-03-29', '2028-04-29', '2028-05-29', '2028-06-29']],
    ['2026-11-30T12:00:00.000Z', ['2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30']],
  ])('%s: %j', (anchor, days) => {
    expect(days.map((_, index) => addMonths(anchor, index + 1))).toEqual(
      days.map((day) => day + anchor.slice(10)),
    );
  });

  test('an anchor is on the same day and time after years', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 10 }), (anchor, years) => {
        const later = addMonths(anchor, years * 12);
        const leap = anchor.slice(5, 10) === '02-29';
        if (!leap) expect(later.slice(4)).toBe(anchor.slice(4));
        else expect(later.slice(5, 10)).toMatch(/02-2[89]/);
      }),
    );
  });
});

test('the period of an instant contains it and ends where the next one begins', () => {
  fc.assert(
    fc.property(
      instants,
      instants,
      fc.constantFrom(1, 12),
      fc.integer({ min: 0, max: 30 }),
      (a, b, months, offset) => {
        const [anchor, instant] = a < b ? [a, b] : [b, a];
        const { startAt, endAt } = periodAt(anchor, instant, { months, offset });
        if (instant >= addMonths(anchor, offset)) {
          expect(startAt <= instant && instant < endAt).toBe(true);
        } else expect(startAt).toBe(addMonths(anchor, offset));
        expect(periodAt(anchor, endAt, { months, offset }).startAt).toBe(endAt);
        expect(periodAt(anchor, startAt, { months, offset })).toEqual({ startAt, endAt });
      },
    ),
    { numRuns: runs(2_000) },
  );
});

test('the due times between two instants contain every renewal between them exactly once', () => {
  fc.assert(
    fc.property(
      instants,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 5 * 86_400_000 }),
      fc.integer({ min: 0, max: 5 * 86_400_000 }),
      (anchor, months, beforeMs, afterMs) => {
        const due = Date.parse(addMonths(anchor, months));
        const ranges = dueTimesOfMonth(new Date(due - beforeMs), new Date(due + afterMs));
        const dueTime = timeOfMonth(anchor);
        expect(ranges.filter(({ from, through }) => from <= dueTime && dueTime <= through)).toHaveLength(1);
        const past = dueTimesOfMonth(new Date(due + 1), new Date(due + 1 + (afterMs % 86_400_000)));
        const again = past.filter(({ from, through }) => from <= dueTime && dueTime <= through);
        expect(again).toEqual([]);
      },
    ),
    { numRuns: runs(2_000) },
  );
});

describe('a credit period ends a month after its anchor, clamped to the end of the month', () => {
  test.each([
    ['2026-01-31T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
    ['2026-01-30T10:11:12.013Z', '2026-02-28T10:11:12.013Z'],
    ['2028-01-31T23:59:59.999Z', '2028-02-29T23:59:59.999Z'],
    ['2028-02-29T12:00:00.000Z', '2028-03-29T12:00:00.000Z'],
    ['2026-02-28T12:00:00.000Z', '2026-03-28T12:00:00.000Z'],
    ['2026-03-31T00:00:00.000Z', '2026-04-30T00:00:00.000Z'],
    ['2026-12-31T00:00:00.000Z', '2027-01-31T00:00:00.000Z'],
    ['2027-12-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z'],
    ['2100-01-30T00:00:00.000Z', '2100-02-28T00:00:00.000Z'],
  ])('%s: %s', (anchor, end) => {
    expect(endOfPeriod(anchor)).toBe(end);
  });

  test('it ends in the next month, on the same day or its last, at the same time', () => {
    const dates = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2200-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (anchor) => {
        const end = new Date(endOfPeriod(anchor.toISOString()));
        expect((end.getUTCMonth() - anchor.getUTCMonth() + 12) % 12).toBe(1);
        const days = (end.getTime() - anchor.getTime()) / 86_400_000;
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThanOrEqual(31);
        expect(end.toISOString().slice(11)).toBe(anchor.toISOString().slice(11));
        const nextDay = new Date(end.getTime() + 86_400_000);
        expect(end.getUTCDate() === anchor.getUTCDate() || nextDay.getUTCDate() === 1).toBe(true);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
