import { describe, expect, test } from 'vitest';
import { replaySequences, takeReplayStep } from '@scangate/domain/delivery/requeue-delivery';
import type { Delivery, Subscriber } from '@scangate/domain/events/event-records';
import { addMs, hourMs, minuteMs } from '@scangate/domain/instant';
import { fullIntegrations } from '#test/support/full-integrations.ts';
import { newSubscriber } from '#test/support/delivery/new-subscriber.ts';

const now = '2026-03-01T12:00:00.000Z';
const hoursAgo = (hours: number) => addMs(now, -hours * hourMs);
const since = hoursAgo(10);

const asked = (before: number, fields: Partial<Subscriber> = {}): Subscriber => ({
  ...newSubscriber('o-1', 'sub-1', now),
  nextSequence: before,
  replay: { since, before, requestedAt: now },
  ...fields,
});

/** The delivery of an event of so many hours ago. */
const delivery = (sequence: number, hours: number, fields: Partial<Delivery> = {}): Delivery => ({
  ...fullIntegrations.delivery,
  sequence,
  eventAt: hoursAgo(hours),
  createdAt: hoursAgo(hours),
  expiresAt: addMs(now, hourMs),
  state: 'delivered',
  ...fields,
});

test.each([
  [1, []],
  [2, [1]],
  [4, [3, 2, 1]],
  [100, Array.from({ length: 40 }, (_, index) => 99 - index)],
])('a replay before %d reads the next forty, newest first', (before, sequences) => {
  expect(replaySequences(asked(before))).toEqual(sequences);
});

test('without a replay request nothing is read, and nothing is waiting', () => {
  const { replay: _replay, ...rest } = asked(4);
  const subscriber: Subscriber = rest;
  expect(replaySequences(subscriber)).toEqual([]);
  expect(takeReplayStep(subscriber, [], now)).toEqual({ subscriber, changes: [], waiting: [] });
});

describe('a step', () => {
  test.each<[string, (Delivery | undefined)[], number[], number | undefined]>([
    ['continues while all are requested', [delivery(9, 1), delivery(8, 2)], [9, 8], 8],
    [
      'ends at the first from before the requested time',
      [delivery(9, 1), delivery(8, 11), delivery(7, 12)],
      [9],
      undefined,
    ],
    ['continues past a row that cannot be read', [delivery(9, 1), undefined, delivery(7, 2)], [9, 7], 7],
    ['continues past the last row that cannot be read', [delivery(9, 1), undefined], [9], 8],
    ['ends where all have expired', [undefined, undefined], [], undefined],
    ['leaves out what has expired', [delivery(9, 1, { expiresAt: now }), delivery(8, 2)], [8], 8],
    [
      'continues past an earlier event that was written late',
      [delivery(9, 11, { createdAt: addMs(since, -minuteMs) }), delivery(8, 2)],
      [8],
      8,
    ],
    [
      'ends at the very first delivery',
      Array.from({ length: 9 }, (_, at) => delivery(9 - at, 1)),
      [9, 8, 7, 6, 5, 4, 3, 2, 1],
      undefined,
    ],
  ])('%s', (_name, found, sequences, before) => {
    const step = takeReplayStep(asked(10), found, now);
    expect(step.waiting.map(({ sequence }) => sequence)).toEqual(sequences);
    expect(step.changes).toHaveLength(sequences.length);
    expect(step.subscriber.replay?.before).toBe(before);
  });

  test('counts each delivery that becomes waiting, and every arrival', () => {
    const found = [
      delivery(9, 1, { state: 'waiting' }),
      delivery(8, 1, { state: 'given_up' }),
      delivery(7, 1),
    ];
    const { subscriber, waiting } = takeReplayStep(asked(10, { waiting: 1, arrivals: 9 }), found, now);
    expect([subscriber.waiting, subscriber.arrivals]).toEqual([3, 12]);
    expect(waiting).toEqual(
      found.map((one) => expect.objectContaining({ eventId: one.eventId, tries: 0, dueAt: now })),
    );
  });
});
