import * as z from 'zod';
import type { IntegrationKindSpec } from './integration-kind.ts';
import {
  accessToken,
  freeTrackerSettings,
  instanceUrl,
  trackerDefaultTypes,
  trackerSettings,
} from './tracker-settings.ts';

export const githubIssuesSettings = z.strictObject({
  repository: z
    .string()
    .regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/)
    .meta({ description: 'The repository for the issues, as `owner/name`.' }),
  url: instanceUrl.optional().meta({ description: 'The origin of a GitHub Enterprise Server.' }),
  ...trackerSettings,
});

export const githubIssuesCredential = z.union([
  z.strictObject({
    token: accessToken.meta({ description: 'A token that may write issues of the repository.' }),
  }),
  z.strictObject({
    appId: z.string().regex(/^[\w.-]{1,40}$/),
    installationId: z.string().regex(/^\d{1,20}$/),
    privateKey: z.string().min(100).max(10_000).meta({ description: 'The private key of the App, as PEM.' }),
  }),
]);

/** Issues of a repository at GitHub. */
export const githubIssuesKind: IntegrationKindSpec = {
  kind: 'github_issues',
  label: 'GitHub',
  purpose: 'tracker',
  settings: githubIssuesSettings,
  credential: githubIssuesCredential,
  defaultTypes: trackerDefaultTypes,
  freeSettings: freeTrackerSettings,
  example: {
    settings: { repository: 'acme/security', minimumSeverity: 'high' },
    credential: { token: 'github_pat_of_a_machine_user' },
  },
};
