import { describe, expect, test } from 'vitest';
import { countedAgain, deadlineOf, dueNow, nextDueAt, type Known } from '@scangate/domain/delivery/next-due';
import type { Delivery, Subscriber } from '@scangate/domain/events/event-records';
import { addMs, dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import { newSubscriber } from '#test/support/delivery/new-subscriber.ts';
import { fullIntegrations } from '#test/support/full-integrations.ts';

const now = '2026-03-01T12:00:00.000Z';
const after = (ms: number) => addMs(now, ms);
const subscriber = (fields: Partial<Subscriber> = {}): Subscriber => ({
  ...newSubscriber('o-1', 'sub-1', now),
  ...fields,
});
const delivery = (sequence: number, ms: number): Delivery => ({
  ...fullIntegrations.delivery,
  sequence,
  nextAttemptAt: after(ms),
});
const known = (waiting: Delivery[], isWhole = true): Known => ({ waiting, isWhole });
const replay = { since: now, before: 9, requestedAt: now };
const usedUp = { day: '2026-03-01', count: 10_000 };
const [soon, late] = [delivery(2, minuteMs), delivery(1, hourMs)];

describe('the next run is needed', () => {
  test.each<[string, Partial<Subscriber>, Known, string | undefined]>([
    ['never while nothing waits', {}, known([]), undefined],
    ['for the earliest attempt', { waiting: 2 }, known([late, soon]), after(minuteMs)],
    ['at once when the index has more', { waiting: 3 }, known([late], false), now],
    ['in a minute when the index is late', { waiting: 3 }, known([late]), after(minuteMs)],
    [
      'for the probe while the receiver looks dead',
      { waiting: 2, failures: 3, probe: 1 },
      known([soon, late]),
      after(hourMs),
    ],
    [
      'for the oldest when there is no probe yet',
      { waiting: 2, failures: 3 },
      known([soon, late]),
      after(hourMs),
    ],
    [
      'tomorrow when the daily limit is reached',
      { waiting: 1, sentOn: usedUp },
      known([soon]),
      '2026-03-02T00:00:00.000Z',
    ],
    ['at once for a replay', { replay }, known([]), now],
    [
      'at its next attempt for a replay to a dead receiver',
      { replay, failures: 3, waiting: 1 },
      known([soon]),
      after(minuteMs),
    ],
    [
      'tomorrow for a replay when the daily limit is reached',
      { replay, sentOn: usedUp },
      known([]),
      '2026-03-02T00:00:00.000Z',
    ],
    [
      'for the warning',
      { waiting: 1, failingSince: after(-23 * hourMs) },
      known([delivery(1, 2 * hourMs)]),
      after(hourMs),
    ],
    [
      'for the disabling',
      { failingSince: after(-2 * dayMs), warnedAt: after(-dayMs) },
      known([]),
      after(3 * dayMs),
    ],
    ['never when it is removed', { waiting: 1, removedAt: now }, known([soon]), undefined],
    [
      'never when a person disabled it',
      { waiting: 1, disabled: { at: now, cause: 'person' } },
      known([soon]),
      undefined,
    ],
    [
      'when its events are no longer recorded',
      { waiting: 1, disabled: { at: now, cause: 'failing' } },
      known([soon]),
      after(30 * dayMs),
    ],
  ])('%s', (_name, fields, waiting, expected) => {
    expect(nextDueAt(subscriber(fields), waiting, now)).toBe(expected);
  });
});

describe('the deliveries that may be sent now', () => {
  const due = [delivery(3, 0), delivery(1, 0), delivery(2, -minuteMs), delivery(4, 1)];
  test.each<[string, Partial<Subscriber>, number[]]>([
    ['by their time, then by their sequence', {}, [2, 1, 3]],
    ['only the probe while the receiver looks dead', { failures: 3, probe: 3 }, [3]],
    ['only the oldest when there is no probe yet', { failures: 3 }, [1]],
    ['none when the probe is not due', { failures: 3, probe: 4 }, []],
    ['none when the daily limit is reached', { sentOn: usedUp }, []],
  ])('%s', (_name, fields, sequences) => {
    expect(dueNow(subscriber(fields), known(due), now).map(({ sequence }) => sequence)).toEqual(sequences);
  });
});

test.each([
  ['its own', undefined, after(dayMs)],
  ['three days after the plan came back', now, after(3 * dayMs)],
  ['its own when that is later', after(-9 * dayMs), after(dayMs)],
])('the deadline of a delivery is %s', (_name, resumedAt, expected) => {
  expect(deadlineOf({ deadlineAt: after(dayMs) }, resumedAt === undefined ? {} : { resumedAt })).toBe(
    expected,
  );
});

test.each<[string, Partial<Subscriber>, Known, Partial<Subscriber>]>([
  ['is kept while all are known', { waiting: 1, unseenSince: now }, known([soon]), { waiting: 1 }],
  ['is kept while the index was not read to its end', { waiting: 9 }, known([soon], false), { waiting: 9 }],
  [
    'is marked as doubtful when fewer are listed',
    { waiting: 9 },
    known([soon]),
    { waiting: 9, unseenSince: now },
  ],
  [
    'stays doubtful for ten minutes',
    { waiting: 9, unseenSince: after(-9 * minuteMs) },
    known([soon]),
    { waiting: 9, unseenSince: after(-9 * minuteMs) },
  ],
  [
    'is corrected after that',
    { waiting: 9, unseenSince: after(-10 * minuteMs) },
    known([soon]),
    { waiting: 1 },
  ],
])('the count of waiting deliveries %s', (_name, fields, waiting, expected) => {
  const { waiting: count, unseenSince } = countedAgain(subscriber(fields), waiting, now);
  expect({ waiting: count, ...(unseenSince !== undefined && { unseenSince }) }).toEqual(expected);
});
