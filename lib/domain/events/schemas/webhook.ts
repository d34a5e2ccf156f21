import * as z from 'zod';
import { disablingCauses } from '../event-records.ts';
import { eventSpec, id, instant, sample, text } from '../event-spec.ts';

export const webhookEvents = {
  'webhook.disabled': eventSpec({
    text: 'The service disabled a webhook, which gets nothing until somebody enables it again. Sent to the other subscribers.',
    schema: z.object({
      webhookId: id,
      cause: z.enum(disablingCauses),
      failingSince: instant.optional(),
      link: text,
    }),
    example: {
      webhookId: sample.tokenId,
      cause: 'failing',
      failingSince: sample.at,
      link: `/v1/webhooks/${sample.tokenId}`,
    },
  }),
  'webhook.test': eventSpec({
    text: 'Somebody asked for a test event. Only the tested webhook gets it.',
    schema: z.object({ webhookId: id, message: text, requestedBy: id }),
    example: {
      webhookId: sample.tokenId,
      message: 'This is a test event.',
      requestedBy: sample.personId,
    },
  }),
};
