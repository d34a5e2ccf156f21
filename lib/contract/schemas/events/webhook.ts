import * as z from 'zod';
import { eventTypes } from '@scangate/domain/events/event-types';
import { defaultOverlapHours, maxOverlapHours } from '@scangate/domain/webhooks/webhook-secrets';
import { delivery, eventFilter, eventPatterns, subscriberState } from './subscriber.ts';
import { id, instant, label } from '../resources.ts';

const url = z.string().min(1).max(4_096).meta({
  description:
    'https, port 443 or from 1024 on, no user name, at most 2,048 characters; its host has a public address.',
});

export const webhookRequest = z.strictObject({
  url,
  events: eventPatterns,
  name: label.optional().meta({ description: 'The host of the URL unless given.' }),
  filter: eventFilter.optional(),
});

export const webhookChange = z.strictObject({
  url: url.optional(),
  events: eventPatterns.optional(),
  name: label.optional(),
  filter: eventFilter.nullable().optional().meta({ description: '`null` removes it.' }),
  enabled: z
    .boolean()
    .optional()
    .meta({ description: '`true` enables what was disabled, by a person or by the service.' }),
});

export const webhook = z.object({
  webhookId: id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  filter: eventFilter.optional(),
  oldSecretSignsUntil: instant
    .optional()
    .meta({ description: 'Until then each delivery has a signature of a replaced secret, too.' }),
  ...subscriberState,
});

const secret = z
  .string()
  .optional()
  .meta({ description: '`whsec_` and 32 bytes in Base64, this once. It verifies signatures.' });

export const webhookWithSecret = webhook.extend({ secret });

export const rotation = z.strictObject({
  overlapHours: z
    .int()
    .min(0)
    .max(maxOverlapHours)
    .default(defaultOverlapHours)
    .meta({ description: 'How long the secret before signs, too; 0 ends it at once.' }),
});

const event = {
  id: z.string(),
  type: z.enum(eventTypes),
  timestamp: instant,
  organizationId: id,
  data: z.record(z.string(), z.unknown()),
};

/** An event of the feed. */
export const listedEvent = z.object(event).meta({ description: 'An event, as deliveries have it.' });

/** A delivery with its content. */
export const webhookDelivery = delivery.extend({
  request: z
    .object({
      headers: z.record(z.string(), z.string()).meta({ description: 'Without the signature.' }),
      body: z.object({ ...event, sequence: z.int().min(1) }),
    })
    .optional()
    .meta({ description: 'What is sent: the same body at every attempt.' }),
});

export const redelivery = z.union([
  z.strictObject({ sequence: z.int().min(1) }).meta({ description: 'One delivery, by its number.' }),
  z
    .strictObject({ since: z.iso.datetime() })
    .meta({ description: 'Every delivery of events since an instant, at most 30 days ago.' }),
]);
