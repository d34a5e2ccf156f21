import * as z from 'zod';
import { chatDefaultTypes, chatFreeSettings, chatRules } from './chat-settings.ts';
import type { IntegrationKindSpec } from './integration-kind.ts';

export const teamsSettings = z.strictObject({ rules: chatRules });

/** Workflows have URLs of Azure Logic Apps or of the Power Platform. Query parameters hold their signature. */
export const teamsCredential = z.strictObject({
  workflowUrl: z
    .string()
    .max(2_000)
    .regex(
      /^https:\/\/[a-z0-9.-]{1,200}\.(?:logic\.azure\.com|api\.powerplatform\.com)(?::443)?\/[\w/.~%-]{1,1000}(?:\?[\w=&.~%/+-]{0,800})?$/,
    )
    .meta({
      description: 'The URL of a workflow that posts to a channel when a webhook request is received.',
    }),
});

/** Microsoft Teams: a workflow that posts an Adaptive Card. */
export const teamsKind: IntegrationKindSpec = {
  kind: 'teams',
  label: 'Microsoft Teams',
  purpose: 'chat',
  settings: teamsSettings,
  credential: teamsCredential,
  defaultTypes: chatDefaultTypes,
  freeSettings: chatFreeSettings,
  example: {
    settings: { rules: [{ types: ['*'], mode: 'digest' }] },
    credential: {
      workflowUrl:
        'https://prod-00.westeurope.logic.azure.com/workflows/0123/triggers/manual/paths/invoke?sig=example',
    },
  },
};
