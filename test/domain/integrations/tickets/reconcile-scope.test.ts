import { expect, test } from 'vitest';
import type { Delivery, StoredEvent } from '@scangate/domain/events/event-records';
import {
  isAboutDefaultBranch,
  isAwaited,
  repositoryToReconcile,
  waitsUntil,
} from '@scangate/domain/integrations/tickets/reconcile-scope';

const now = new Date('2026-03-10T12:00:00.000Z');
const event = (fields: Partial<StoredEvent>) => ({ at: now.toISOString(), ...fields }) as StoredEvent;
const delivery = (fields: Partial<Delivery>) =>
  ({ createdAt: now.toISOString(), sequence: 1, ...fields }) as Delivery;

test('an event is reconciled once the tracked findings include its scan', () => {
  expect(waitsUntil(event({ type: 'scan.completed' }), now)).toBe('2026-03-10T12:01:00.000Z');
  expect(waitsUntil(event({ type: 'scan.completed', at: '2026-03-10T11:58:00.000Z' }), now)).toBeUndefined();
  expect(waitsUntil(event({ type: 'finding.introduced' }), now)).toBeUndefined();
});

test('a scan of another branch changes no tracked finding', () => {
  expect(isAboutDefaultBranch(event({ about: { branch: 'main' } }), 'main')).toBe(true);
  expect(isAboutDefaultBranch(event({ about: { branch: 'topic' } }), 'main')).toBe(false);
  expect(isAboutDefaultBranch(event({}), 'main')).toBe(true);
});

test('a delivery that waited overnight examines all repositories', () => {
  const about = { repositoryId: 'r-1' };
  expect(repositoryToReconcile(event({ about }), delivery({}), now)).toBe('r-1');
  const old = delivery({ createdAt: '2026-03-09T23:59:00.000Z' });
  expect(repositoryToReconcile(event({ about }), old, now)).toBeUndefined();
});

test('only one delivery waits for the next day', () => {
  const again = '2026-03-11T00:00:00.000Z';
  const waiting = delivery({ sequence: 2, state: 'waiting', nextAttemptAt: again });
  expect(isAwaited([waiting], delivery({}), again)).toBe(true);
  expect(isAwaited([waiting], waiting, again)).toBe(false);
  expect(isAwaited([{ ...waiting, nextAttemptAt: now.toISOString() }], delivery({}), again)).toBe(false);
});
