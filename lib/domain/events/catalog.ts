import type * as z from 'zod';
import type { EventSpec } from './event-spec.ts';
import type { EventType } from './event-types.ts';
import { advisoryEvents } from './schemas/advisory.ts';
import { auditorPackEvents } from './schemas/auditor-pack.ts';
import { bundleEvents } from './schemas/bundle.ts';
import { creditsEvents } from './schemas/credits.ts';
import { findingEvents } from './schemas/finding.ts';
import { gateEvents } from './schemas/gate.ts';
import { memberEvents } from './schemas/member.ts';
import { paymentEvents } from './schemas/payment.ts';
import { planEvents } from './schemas/plan.ts';
import { pullRequestCheckEvents } from './schemas/pull-request-check.ts';
import { repositoryEvents } from './schemas/repository.ts';
import { scanEvents } from './schemas/scan.ts';
import { tokenEvents } from './schemas/token.ts';
import { waiverEvents } from './schemas/waiver.ts';
import { webhookEvents } from './schemas/webhook.ts';

/**
 * The description of every type of event, from which documents, clients and tests are made
 * (docs/adr/0081-event-catalog.md).
 */
export const catalog = {
  ...scanEvents,
  ...pullRequestCheckEvents,
  ...findingEvents,
  ...advisoryEvents,
  ...waiverEvents,
  ...gateEvents,
  ...repositoryEvents,
  ...tokenEvents,
  ...memberEvents,
  ...creditsEvents,
  ...paymentEvents,
  ...planEvents,
  ...auditorPackEvents,
  ...bundleEvents,
  ...webhookEvents,
} satisfies Record<EventType, EventSpec>;

/** The `data` of an event of a type. */
export type EventData<T extends EventType> = z.output<(typeof catalog)[T]['schema']>;
