import type { ItemOf } from '@scangate/client';
import { causeText, deliveryMessages } from '@scangate/console/messages/organization/webhooks.ts';

export type Delivery = ItemOf<'list-webhook-deliveries'>;

/** Says what the receiver answered. */
export const answerOf = ({ status, cause }: Delivery['attempts'][number]): string => {
  if (status !== undefined) return String(status);
  return cause === undefined ? deliveryMessages.noAnswer : causeText(cause);
};
