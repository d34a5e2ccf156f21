import * as z from 'zod';
import type { EventType } from '@scangate/domain/events/event-types';
import { severities } from '@scangate/engines/model/severity';

/** A rule of a chat: which events are sent to it, and how. The first rule that fits an event decides. */
const chatRule = z.strictObject({
  types: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(40)
    .meta({ description: 'Event types, `scan.*` or `*`.' }),
  repositoryIds: z.array(z.string().min(1).max(64)).min(1).max(100).optional(),
  minimumSeverity: z.enum(severities).optional(),
  mode: z
    .enum(['each', 'digest'])
    .meta({ description: '`each` sends a message for an event, `digest` one for all of an hour.' }),
});
export type ChatRule = z.infer<typeof chatRule>;

export const chatRules = z
  .array(chatRule)
  .min(1)
  .max(20)
  .optional()
  .meta({ description: 'Without rules every event of the integration is a message.' });

/** The rules in the settings of a chat, as its schema has read them. */
export const chatRulesOf = (
  settings: Readonly<Record<string, unknown>> = {},
): readonly ChatRule[] | undefined => (settings as { rules?: ChatRule[] }).rules;

/** The default events of a channel: those that require somebody to act. */
export const chatDefaultTypes: readonly EventType[] = [
  'scan.failed',
  'finding.introduced',
  'finding.fixed',
  'advisory.matched',
  'waiver.requested',
  'waiver.expiring',
  'credits.low',
  'payment.failed',
  'bundle.affected',
  'webhook.disabled',
];

/** The rules decide what is sent, but not where. */
export const chatFreeSettings = ['rules'] as const;
