import type { SubscriberKind } from '@scangate/domain/events/event-records';
import type { EventSender } from '#ports/events/event-sender.ts';

/** Loads the sender of each kind on demand, so that a run loads only the provider that it sends to. */
export type Senders = Record<SubscriberKind, () => Promise<EventSender>>;
