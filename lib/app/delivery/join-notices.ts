import type { Change } from '@scangate/domain/record-changes';
import type { FoldedResults } from '@scangate/domain/delivery/run-results';
import type { Subscriber } from '@scangate/domain/events/event-records';
import {
  disableSubscriber,
  failingNotice,
  warnSubscriber,
} from '@scangate/domain/event-subscribers/failing-subscriber';
import { loadSubscribers } from './load-subscribers.ts';
import type { DeliveryPorts } from './delivery-ports.ts';
import { skipDamaged } from './skip-damaged.ts';

interface Told {
  subscriber: Subscriber;
  changes: Change<'organization' | 'mail' | 'auditEvent' | 'storedEvent'>[];
}

/** Adds the notices about a receiver that keeps failing, or refuses all further deliveries. */
export const joinNotices = async (
  { before, folded }: { before: Subscriber; folded: FoldedResults },
  { store, clock, log }: DeliveryPorts,
): Promise<Told> => {
  const after = folded.subscriber;
  if (before.disabled || before.removedAt !== undefined) return { subscriber: after, changes: [] };
  const now = clock.now().toISOString();
  const notice = failingNotice(after, now);
  const cause = folded.stopped ?? (notice === 'disable' ? 'failing' : undefined);
  if (cause) {
    const loaded = await loadSubscribers(store, after.organizationId, skipDamaged(log));
    return disableSubscriber({ ...loaded, subscriber: after, cause }, now);
  }
  if (notice === 'none') return { subscriber: after, changes: [] };
  return { subscriber: { ...after, warnedAt: now }, changes: warnSubscriber(after, now) };
};
