import type { Change } from '@scangate/domain/record-changes';
import type { Instant } from '@scangate/domain/records';
import { emitEvent, type Listening } from '../emit-event.ts';
import type { DisablingCause, Subscriber } from '../event-records.ts';

/** Emits to the other subscribers that the service disabled a webhook. */
export const webhookDisabled = (
  organization: Listening,
  { subscriberId, version, failingSince }: Subscriber,
  { cause, at }: { cause: DisablingCause; at: Instant },
): Change<'storedEvent'>[] =>
  emitEvent(organization, {
    type: 'webhook.disabled',
    cause: `${subscriberId}#${version}`,
    at,
    data: {
      webhookId: subscriberId,
      cause,
      ...(failingSince !== undefined && { failingSince }),
      link: `/v1/webhooks/${subscriberId}`,
    },
  });

/** Emits a test event, which only the tested webhook gets. */
export const webhookTested = (
  organization: Listening,
  { subscriberId }: Subscriber,
  { requestedBy, cause, at }: { requestedBy: string; cause: string; at: Instant },
): Change<'storedEvent'>[] =>
  emitEvent(organization, {
    type: 'webhook.test',
    cause: `${subscriberId}#${cause}`,
    at,
    data: { webhookId: subscriberId, message: 'This is a test event.', requestedBy },
    onlyFor: subscriberId,
  });
