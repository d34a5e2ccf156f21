import * as z from 'zod';
import { integrationKinds } from '@scangate/domain/integrations/kinds/index';
import type { IntegrationKind } from '@scangate/domain/integrations/kinds/integration-kind';
import type { EventFilter } from '@scangate/domain/events/event-records';
import { eventFilter, eventPatterns, subscriberState } from './subscriber.ts';
import { id, instant, label, severity } from '../resources.ts';

const common = { name: label, types: eventPatterns.optional(), filter: eventFilter.optional() };

const [first, ...rest] = integrationKinds.map(({ kind, label: provider, settings, credential, example }) =>
  z.strictObject({ kind: z.literal(kind), ...common, settings, credential }).meta({
    description: `${provider}. The credential is sealed, and never shown.`,
    examples: [{ kind, name: provider, ...example }],
  }),
);
if (!first) throw new Error('there is no kind of integration');

interface IntegrationRequest {
  kind: IntegrationKind;
  name: string;
  types?: string[];
  filter?: EventFilter;
  settings: Record<string, unknown>;
  credential: Record<string, unknown>;
}

/** A new integration: a variant for each kind. */
export const integrationRequest = z.discriminatedUnion('kind', [
  first,
  ...rest,
]) as z.ZodType as z.ZodType<IntegrationRequest>;

const parts = z.record(z.string().max(100), z.unknown());

/** A change; settings and credential are replaced as a whole, and parsed with the schemas of the kind. */
export const integrationChange = z.strictObject({
  name: label.optional(),
  types: eventPatterns.optional(),
  filter: eventFilter.nullable().optional().meta({ description: '`null` removes it.' }),
  settings: parts.optional().meta({
    description: 'Replaces all settings. Those that reach the provider need the credential with them.',
  }),
  credential: parts.optional(),
  enabled: z
    .boolean()
    .optional()
    .meta({ description: 'After the provider refused the credential, `true` needs a new one.' }),
});

export const integration = z.object({
  integrationId: id,
  kind: z.enum(integrationKinds.map(({ kind }) => kind)),
  name: z.string(),
  types: z.array(z.string()),
  filter: eventFilter.optional(),
  settings: parts.meta({ description: 'As the kind has them, without the credential.' }),
  target: z.string().optional().meta({ description: 'Where it arrives, in the words of the provider.' }),
  ...subscriberState,
});

/** An issue in a tracker for a group of findings. */
export const ticket = z.object({
  group: z.string().meta({ description: 'The marker of the issue is `scangate:` and this.' }),
  repositoryId: id,
  projectUnitId: id,
  state: z.enum(['claimed', 'open', 'closed']),
  title: z.string(),
  externalId: z.string().optional(),
  url: z.string().optional(),
  atFormerPlace: z.literal(true).optional().meta({
    description:
      'The issue is where the settings led before. It is left as it is, and nobody closes it but people.',
  }),
  closedBy: z.enum(['service', 'person']).optional(),
  severity,
  knownExploited: z.boolean(),
  rejected: z
    .object({ at: instant, detail: z.string() })
    .optional()
    .meta({ description: 'What the tracker refused last; it is tried again after a change or a day.' }),
  changedAt: instant,
});
