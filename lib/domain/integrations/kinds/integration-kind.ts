import type * as z from 'zod';
import type { EventFilter, SubscriberKind } from '@scangate/domain/events/event-records';
import type { EventType } from '@scangate/domain/events/event-types';

/** The kinds that `/v1/integrations` makes. */
export type IntegrationKind = Exclude<SubscriberKind, 'webhook' | 'checks'>;

/** What an integration of one kind is made of (docs/integrations.md). */
export interface IntegrationKindSpec {
  kind: IntegrationKind;
  /** The name of the provider, for people. */
  label: string;
  purpose: 'chat' | 'tracker';
  /** What anybody may read. */
  settings: z.ZodType<Record<string, unknown>>;
  /** What is sealed, and never shown. */
  credential: z.ZodType<Record<string, unknown>>;
  /** What it listens to unless the request names types. */
  defaultTypes: readonly EventType[];
  /** What it keeps out unless the request names types or a filter. */
  defaultFilter?: EventFilter;
  /** Settings that can change without the credential; any other is tried together with it. */
  freeSettings: readonly string[];
  /** Examples for the API document. */
  example: { settings: Record<string, unknown>; credential: Record<string, unknown> };
}
