import * as z from 'zod';
import { deliveryStates, disablingCauses, failureCauses } from '@scangate/domain/events/event-records';
import { eventTypes, isEventPattern } from '@scangate/domain/events/event-types';
import { branchName, id, instant, severity, verdictName } from '../resources.ts';

/** The types of events that a subscriber receives. */
export const eventPatterns = z
  .array(
    z
      .string()
      .max(64)
      .refine(isEventPattern, 'This is no type of event, no family such as `scan.*`, and not `*`.'),
  )
  .min(1)
  .max(40)
  .meta({ description: 'Types of events, `scan.*` for a family, or `*` for all.' });

/** The filter that excludes some events. */
export const eventFilter = z
  .strictObject({
    repositoryIds: z.array(id).min(1).max(100),
    branches: z.array(branchName).min(1).max(100),
    minimumSeverity: severity,
    verdicts: z.array(verdictName).min(1).max(3),
  })
  .partial()
  .meta({ description: 'Keeps events out that tell of something else; an absent field keeps none out.' });

/** The common state of all subscribers. */
export const subscriberState = {
  createdAt: instant,
  enabled: z.boolean(),
  disabled: z
    .object({ at: instant, cause: z.enum(disablingCauses) })
    .optional()
    .meta({ description: 'Why it gets nothing, and since when.' }),
  paused: z.boolean().meta({
    description: 'The plan does not include it: it is kept, gets nothing, and goes on with the plan.',
  }),
  failures: z.int().min(0).meta({ description: 'Failed attempts in a row.' }),
  failingSince: instant.optional(),
  lastDeliveredAt: instant.optional(),
};

/** An entry of the delivery log. */
export const delivery = z.object({
  sequence: z.int().min(1),
  eventId: id,
  type: z.enum(eventTypes),
  eventAt: instant,
  state: z.enum(deliveryStates),
  nextAttemptAt: instant.optional(),
  replayed: z.boolean(),
  attempts: z.array(
    z.object({
      at: instant,
      milliseconds: z.int().min(0),
      status: z.int().optional(),
      cause: z.enum(failureCauses).optional(),
      excerpt: z.string().optional().meta({ description: 'The beginning of the answer.' }),
    }),
  ),
});
