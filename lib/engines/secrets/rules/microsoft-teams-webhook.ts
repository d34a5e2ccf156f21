import { tokenRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const microsoftTeamsWebhook = tokenRule({
  id: 'microsoft-teams-webhook',
  title: 'Microsoft Teams webhook',
  keywords: ['webhook.office.com/webhookb2/'],
  pattern:
    /webhook\.office\.com\/webhookb2\/(?<secret>[\da-zA-Z]{8}(?:-[\da-zA-Z]{4}){3}-[\da-zA-Z]{12}@[\da-zA-Z]{8}(?:-[\da-zA-Z]{4}){3}-[\da-zA-Z]{12}\/IncomingWebhook\/[\da-z]{32}\/[\da-zA-Z]{8}(?:-[\da-zA-Z]{4}){3}-[\da-zA-Z]{12}(?:\/[\w-]{20,60})?)/,
  positives: () => [
    leak`https://a1.webhook.office.com/webhookb2/${`${fakeUuid()}@${fakeUuid(2)}/IncomingWebhook/${fake(hex, 32)}/${fakeUuid(3)}`}`,
  ],
  negatives: () => ['https://a1.webhook.office.com/webhookb2/'],
});
