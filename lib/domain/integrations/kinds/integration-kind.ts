import type * as z from 'zod';
import type { SubscriberKind } from '@scangate/domain/events/event-records';
import type { EventType } from '@scangate/domain/events/event-types';

/** The kinds that `/v1/integrations` creates. */
export type IntegrationKind = Exclude<SubscriberKind, 'webhook' | 'checks'>;

/** The parts of an integration of one kind (docs/integrations.md). */
export interface IntegrationKindSpec {
  kind: IntegrationKind;
  /** The name of the provider, for people. */
  label: string;
  purpose: 'chat' | 'tracker';
  /** The part that managers may read. */
  settings: z.ZodType<Record<string, unknown>>;
  /** The part that is sealed, and never shown. */
  credential: z.ZodType<Record<string, unknown>>;
  /** The types that it listens to unless the request names others. */
  defaultTypes: readonly EventType[];
  /** Settings that can change without the credential; others are only accepted together with it, and tried. */
  freeSettings: readonly string[];
  /** Examples for the API document. */
  example: { settings: Record<string, unknown>; credential: Record<string, unknown> };
}
