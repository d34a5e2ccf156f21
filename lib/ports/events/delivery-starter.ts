import type { Delivery, StoredEvent } from '@scangate/domain/events/event-records';

/** Names the deliveries of a subscriber. */
export interface DeliveryRequest {
  organizationId: string;
  subscriberId: string;
  /** The account that pays, as last known; it saves a read while it is still correct. */
  billingAccountId?: string;
  /** Deliveries that were just written, which the index may not list yet, with the keys of their events. */
  fresh?: readonly FreshDelivery[];
}

interface FreshDelivery {
  sequence: Delivery['sequence'];
  eventAt: StoredEvent['at'];
  eventId: StoredEvent['eventId'];
}

/** Starts the deliveries of subscribers. It never throws: the sweep finds deliveries that it fails to start. */
export interface DeliveryStarter {
  start(requests: readonly DeliveryRequest[]): Promise<void>;
}
