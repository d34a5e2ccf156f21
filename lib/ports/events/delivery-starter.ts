import type { Delivery, StoredEvent } from '@scangate/domain/events/event-records';

/** Names the deliveries of a subscriber. */
export interface DeliveryRequest {
  organizationId: string;
  subscriberId: string;
  /** The account that pays, as it was known; it saves a read when it still holds. */
  billingAccountId?: string;
  /** Deliveries that were just written, which the index does not list at once, with the keys of their events. */
  fresh?: readonly FreshDelivery[];
}

interface FreshDelivery {
  sequence: Delivery['sequence'];
  eventAt: StoredEvent['at'];
  eventId: StoredEvent['eventId'];
}

/** Starts the deliveries of subscribers. It never throws: the sweep finds what it loses. */
export interface DeliveryStarter {
  start(requests: readonly DeliveryRequest[]): Promise<void>;
}
