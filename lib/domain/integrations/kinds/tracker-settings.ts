import * as z from 'zod';
import { thresholds } from '@scangate/engines/model/severity';
import type { EventType } from '@scangate/domain/events/event-types';

export const defaultNewTickets = 20;

/** The settings that every issue tracker accepts. */
export const trackerSettings = {
  minimumSeverity: z
    .enum(thresholds)
    .optional()
    .meta({ description: 'The minimum severity for an issue; by default that of the gate.' }),
  newTicketsPerDay: z
    .int()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description: `The maximum number of new issues per day (UTC), the most severe first; by default ${defaultNewTickets}.`,
    }),
};

/** The settings that do not affect which tracker is called. */
export const freeTrackerSettings = ['minimumSeverity', 'newTicketsPerDay'] as const;

/** The events after which the open, waived or fixed findings of a default branch may differ. */
export const trackerDefaultTypes: readonly EventType[] = [
  'scan.completed',
  'finding.introduced',
  'finding.fixed',
  'advisory.matched',
  'waiver.expired',
  'gate.changed',
];

/** The URL of a self-hosted instance. */
export const instanceUrl = z
  .string()
  .max(200)
  .regex(/^https:\/\/[a-z0-9.-]{1,180}(?::\d{1,5})?$/);

export const accessToken = z
  .string()
  .max(500)
  .regex(/^[\x21-\x7e]{8,500}$/);
