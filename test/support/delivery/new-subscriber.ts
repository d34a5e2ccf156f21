import { noDeliveries } from '@scangate/domain/delivery/delivery-state';
import type { Subscriber } from '@scangate/domain/events/event-records';

/** A webhook for all types. */
export const newSubscriber = (
  organizationId: string,
  subscriberId: string,
  createdAt: string,
): Subscriber => ({
  organizationId,
  subscriberId,
  kind: 'webhook',
  name: 'Receiver',
  types: ['*'],
  createdAt,
  createdBy: 'p-1',
  version: 1,
  ...noDeliveries,
});
