import type { SubscriberKind } from '@scangate/domain/events/event-records';
import type { IntegrationKind, IntegrationKindSpec } from './integration-kind.ts';
import { githubIssuesKind } from './github-issues.ts';
import { gitlabIssuesKind } from './gitlab-issues.ts';
import { jiraKind } from './jira.ts';
import { linearKind } from './linear.ts';
import { slackKind } from './slack.ts';
import { teamsKind } from './teams.ts';

/** Every kind of integration, in the order of the documentation. */
export const integrationKinds: readonly IntegrationKindSpec[] = [
  slackKind,
  teamsKind,
  githubIssuesKind,
  gitlabIssuesKind,
  jiraKind,
  linearKind,
];

/** Returns whether subscribers of this kind are created by `/v1/integrations`. */
export const isIntegrationKind = (kind: SubscriberKind): kind is IntegrationKind =>
  kind !== 'webhook' && kind !== 'checks';

/** The kind of integration by its name; undefined for a webhook. */
export const kindSpecOf = (kind: SubscriberKind): IntegrationKindSpec | undefined =>
  integrationKinds.find((spec) => spec.kind === kind);
