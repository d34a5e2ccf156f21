import type { Change } from '@scangate/domain/change';
import type { FoldedResults } from '@scangate/domain/delivery/run-results';
import type { DisablingCause, Subscriber } from '@scangate/domain/events/event-records';
import { disableSubscriber, failingNotice, warnSubscriber } from '@scangate/domain/subscribers/failing-subscriber';
import { subscriberQueue } from '@scangate/domain/delivery/delivery-state';
import { recordedUntil } from '@scangate/domain/subscribers/listening';
import type { DeliveryPorts } from './delivery-ports.ts';
import { loadListeners } from './load-listeners.ts';

interface Told {
  subscriber: Subscriber;
  changes: Change<'organization' | 'mail' | 'auditEvent' | 'storedEvent'>[];
}

/** Disables the subscriber, and tells people. It stays in the queue only until nothing more is recorded for it. */
const disable = async (
  {
    before,
    after,
    cause,
  }: { before: Subscriber; after: Subscriber; cause: Exclude<DisablingCause, 'person'> },
  ports: DeliveryPorts,
): Promise<Told> => {
  const { organizationId } = before;
  const now = ports.clock.now().toISOString();
  const loaded = await loadListeners(organizationId, ports);
  const { probe: _probe, dueQueue: _queue, dueAt: _due, ...rest } = after;
  const disabled = { ...rest, disabled: { at: now, cause }, version: before.version + 1 };
  const dueAt = recordedUntil(disabled);
  const queued = dueAt === undefined ? {} : { dueQueue: subscriberQueue(organizationId), dueAt };
  const subscriber = { ...disabled, ...queued };
  if (!loaded) return { subscriber, changes: [] };
  return { subscriber, changes: disableSubscriber({ ...loaded, subscriber: after, cause }, now) };
};

/** Adds what people are told of a receiver that fails for long, or that wants nothing any more. */
export const joinNotices = async (
  { before, folded }: { before: Subscriber; folded: FoldedResults },
  ports: DeliveryPorts,
): Promise<Told> => {
  const after = folded.subscriber;
  if (before.disabled || before.removedAt !== undefined) return { subscriber: after, changes: [] };
  const now = ports.clock.now().toISOString();
  const notice = failingNotice(after, now);
  const cause = folded.stopped ?? (notice === 'disable' ? 'failing' : undefined);
  if (cause) return disable({ before, after, cause }, ports);
  if (notice === 'none') return { subscriber: after, changes: [] };
  return { subscriber: { ...after, warnedAt: now }, changes: warnSubscriber(after, now) };
};
