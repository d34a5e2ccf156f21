import * as z from 'zod';
import type { IntegrationKindSpec } from './integration-kind.ts';
import {
  accessToken,
  freeTrackerSettings,
  instanceUrl,
  trackerDefaultTypes,
  trackerSettings,
} from './tracker-settings.ts';

export const gitlabIssuesSettings = z.strictObject({
  project: z
    .string()
    .regex(/^(?:\d{1,20}|[\w.-]{1,100}(?:\/[\w.-]{1,100}){1,20})$/)
    .meta({ description: 'The project for the issues: its path or its number.' }),
  url: instanceUrl.optional().meta({ description: 'The origin of a self-managed instance.' }),
  ...trackerSettings,
});

export const gitlabIssuesCredential = z.strictObject({
  token: accessToken.meta({ description: 'An access token with the scope api.' }),
});

/** Issues of a project at GitLab. */
export const gitlabIssuesKind: IntegrationKindSpec = {
  kind: 'gitlab_issues',
  label: 'GitLab',
  purpose: 'tracker',
  settings: gitlabIssuesSettings,
  credential: gitlabIssuesCredential,
  defaultTypes: trackerDefaultTypes,
  freeSettings: freeTrackerSettings,
  example: {
    settings: { project: 'acme/security', newTicketsPerDay: 10 },
    credential: { token: 'glpat-of-a-project-bot' },
  },
};
