import type { SubscriberKind } from '@scangate/domain/events/event-records';
import type { IntegrationKindSpec } from './integration-kind.ts';
import { slackKind } from './slack.ts';
import { teamsKind } from './teams.ts';

/** Every kind of integration, in the order of the documentation. */
export const integrationKinds: readonly IntegrationKindSpec[] = [slackKind, teamsKind];

export const kindSpecOf = (kind: SubscriberKind): IntegrationKindSpec | undefined =>
  integrationKinds.find((spec) => spec.kind === kind);
