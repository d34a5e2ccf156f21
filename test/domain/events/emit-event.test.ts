import { describe, expect, test } from 'vitest';
import { emitEvent, hasListener } from '@scangate/domain/events/emit-event';
import { eventTypes, matchesType } from '@scangate/domain/events/event-types';
import { noon } from '#test/support/world.ts';

const at = noon.toISOString();
const organization = (...listens: string[]) => ({ organizationId: 'o-1', listens });
const removed = { type: 'member.removed', cause: 'p-1', at, data: { personId: 'p-1' } } as const;

describe('emitEvent', () => {
  test('writes nothing when nobody subscribes to the type', () => {
    expect(emitEvent({ organizationId: 'o-1' }, removed)).toEqual([]);
    expect(emitEvent(organization('scan.*', 'member.joined'), removed)).toEqual([]);
  });

  test.each(['*', 'member.*', 'member.removed'])(
    'writes one row for %s, due at once and kept for 30 days',
    (pattern) => {
      const [change, ...others] = emitEvent(organization(pattern), removed);
      expect(others).toEqual([]);
      expect(change).toMatchObject({
        change: 'insert',
        record: 'storedEvent',
        item: {
          organizationId: 'o-1',
          type: 'member.removed',
          at,
          dueAt: at,
          expiresAt: '2026-04-09T12:00:00.000Z',
        },
      });
    },
  );

  test('gives the same organization, type and cause the same id, and any other another', () => {
    const idOf = (...given: Parameters<typeof emitEvent>) =>
      emitEvent(...given).flatMap((change) => (change.change === 'insert' ? [change.item.eventId] : []))[0];
    const id = idOf(organization('*'), removed);
    expect(idOf(organization('member.*'), { ...removed, at: '2026-03-11T00:00:00.000Z' })).toBe(id);
    expect(idOf({ organizationId: 'o-2', listens: ['*'] }, removed)).not.toBe(id);
    expect(idOf(organization('*'), { ...removed, cause: 'p-2' })).not.toBe(id);
  });

  test('writes an event for one subscriber whoever else subscribes', () => {
    const data = { webhookId: 'h-1', message: 'Test', requestedBy: 'p-1' };
    const emitted = emitEvent(organization(), { type: 'webhook.test', cause: 'x', at, data, onlyFor: 'h-1' });
    expect(emitted).toMatchObject([{ item: { onlyFor: 'h-1' } }]);
  });
});

test('a pattern names a type, a family or all', () => {
  const heard = (...patterns: string[]) => eventTypes.filter((type) => matchesType(patterns, type));
  expect(heard('*')).toEqual(eventTypes);
  expect(heard('scan.*')).toEqual(['scan.completed', 'scan.failed', 'scan.cancelled']);
  expect(heard('scan', 'scan.', '*.completed', 'scan.complete')).toEqual([]);
  expect(hasListener({}, 'scan.failed')).toBe(false);
});
