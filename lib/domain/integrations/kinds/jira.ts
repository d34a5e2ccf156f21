import * as z from 'zod';
import type { IntegrationKindSpec } from './integration-kind.ts';
import {
  accessToken,
  freeTrackerSettings,
  trackerDefaultTypes,
  trackerSettings,
} from './tracker-settings.ts';

const transition = z.string().min(1).max(100).optional();

export const jiraSettings = z.strictObject({
  site: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}\.atlassian\.net$/)
    .meta({ description: 'The host of the site, such as `acme.atlassian.net`.' }),
  project: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{1,30}$/)
    .meta({ description: 'The key of the project.' }),
  issueType: z.string().min(1).max(60).meta({ description: 'The name of the issue type, such as `Bug`.' }),
  doneTransition: transition.meta({
    description:
      'The transition that closes an issue; by default the first one to a status of the category done.',
  }),
  reopenTransition: transition.meta({
    description:
      'The transition that reopens an issue; by default the first one to a status of another category.',
  }),
  ...trackerSettings,
});

export const jiraCredential = z.strictObject({
  email: z
    .string()
    .max(254)
    .regex(/^[^\s:@]{1,64}@[^\s:@]{1,189}$/),
  token: accessToken.meta({ description: 'An API token of the account with this address.' }),
});

/** Issues of a project in Jira Cloud. */
export const jiraKind: IntegrationKindSpec = {
  kind: 'jira',
  label: 'Jira',
  purpose: 'tracker',
  settings: jiraSettings,
  credential: jiraCredential,
  defaultTypes: trackerDefaultTypes,
  freeSettings: [...freeTrackerSettings, 'doneTransition', 'reopenTransition'],
  example: {
    settings: { site: 'acme.atlassian.net', project: 'SEC', issueType: 'Bug', doneTransition: 'Done' },
    credential: { email: 'bot@acme.example', token: 'the-api-token-of-the-bot' },
  },
};
