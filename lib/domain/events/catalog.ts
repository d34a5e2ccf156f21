import type * as z from 'zod';
import type { EventSpec } from './event-spec.ts';
import type { EventType } from './event-types.ts';
import { advisoryEvents } from './families/advisory.ts';
import { auditorPackEvents } from './families/auditor-pack.ts';
import { bundleEvents } from './families/bundle.ts';
import { creditsEvents } from './families/credits.ts';
import { findingEvents } from './families/finding.ts';
import { gateEvents } from './families/gate.ts';
import { memberEvents } from './families/member.ts';
import { paymentEvents } from './families/payment.ts';
import { planEvents } from './families/plan.ts';
import { pullRequestCheckEvents } from './families/pull-request-check.ts';
import { repositoryEvents } from './families/repository.ts';
import { scanEvents } from './families/scan.ts';
import { tokenEvents } from './families/token.ts';
import { waiverEvents } from './families/waiver.ts';
import { webhookEvents } from './families/webhook.ts';

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
