import { describe, expect, test } from 'vitest';
import { matchesEvent } from '@scangate/domain/delivery/match-event';
import type { EventFilter, StoredEvent, Subscriber } from '@scangate/domain/events/event-records';
import { addMs, dayMs } from '@scangate/domain/instant';
import { newSubscriber } from '#test/support/delivery/new-subscriber.ts';

const at = '2026-03-01T12:00:00.000Z';
const daysAgo = (days: number) => addMs(at, -days * dayMs);
const subscriber = (fields: Partial<Subscriber> = {}): Subscriber => ({
  ...newSubscriber('o-1', 'sub-1', at),
  ...fields,
});
const about = { repositoryId: 'r-1', branch: 'main', severity: 'high', verdict: 'FAIL' } as const;
const event: Pick<StoredEvent, 'at' | 'type' | 'about' | 'onlyFor'> = { at, type: 'scan.failed', about };

test.each([
  [['scan.failed'], true],
  [['scan.*'], true],
  [['*'], true],
  [['scan.completed'], false],
  [['finding.*'], false],
])('types %j', (types, expected) => expect(matchesEvent(subscriber({ types }), event)).toBe(expected));

describe('a filter', () => {
  test.each<[EventFilter, boolean]>([
    [{}, true],
    [{ repositoryIds: ['r-1'] }, true],
    [{ repositoryIds: ['r-2'] }, false],
    [{ branches: ['develop'] }, false],
    [{ verdicts: ['ERROR', 'FAIL'] }, true],
    [{ verdicts: ['PASS'] }, false],
    [{ minimumSeverity: 'high' }, true],
    [{ minimumSeverity: 'critical' }, false],
  ])('%j', (filter, expected) => expect(matchesEvent(subscriber({ filter }), event)).toBe(expected));

  test('keeps out no event without the filtered field, nor one with an unknown severity', () => {
    const filter: EventFilter = { repositoryIds: ['r-2'], verdicts: ['PASS'], minimumSeverity: 'critical' };
    expect(matchesEvent(subscriber({ filter }), { at, type: 'plan.changed' })).toBe(true);
    const unknown = { at, type: 'scan.failed', about: { severity: 'unknown' } } as const;
    expect(matchesEvent(subscriber({ filter: { minimumSeverity: 'critical' } }), unknown)).toBe(true);
  });
});

test('a test event reaches only its own subscriber, whatever types that has', () => {
  const asked = { at, type: 'webhook.test', onlyFor: 'sub-1' } as const;
  expect(matchesEvent(subscriber({ types: ['plan.changed'] }), asked)).toBe(true);
  expect(matchesEvent(subscriber({ subscriberId: 'sub-2' }), asked)).toBe(false);
});

test.each<[string, Partial<Subscriber>, boolean]>([
  ['removed', { removedAt: at }, false],
  ['disabled by a person', { disabled: { at, cause: 'person' } }, false],
  ['without event types', { disabled: { at, cause: 'gone' } }, false],
  ['disabled for failing', { disabled: { at, cause: 'failing' } }, true],
  ['disabled for failing 30 days ago', { disabled: { at: daysAgo(30), cause: 'failing' } }, false],
  ['disabled for failing and removed', { disabled: { at, cause: 'failing' }, removedAt: at }, false],
  [
    'disabled for failing that is not a webhook',
    { kind: 'slack', disabled: { at, cause: 'failing' } },
    false,
  ],
])('a subscriber %s, as %o: %s', (_name, fields, expected) =>
  expect(matchesEvent(subscriber(fields), event)).toBe(expected),
);
