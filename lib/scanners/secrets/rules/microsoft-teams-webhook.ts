import { token } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../sample.ts';

export const microsoftTeamsWebhook = token({
  id: 'microsoft-teams-webhook',
  title: 'Microsoft Teams webhook',
  keywords: ['webhook.office.com/webhookb2/'],
  pattern:
    /webhook\.office\.com\/webhookb2\/(?<secret>[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}@[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}\/IncomingWebhook\/[a-f0-9]{32}\/[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}(?:\/[\w-]{20,60})?)/,
  positives: () => [
    leak`https://a1.webhook.office.com/webhookb2/${`${fakeUuid()}@${fakeUuid(2)}/IncomingWebhook/${fake(hex, 32)}/${fakeUuid(3)}`}`,
  ],
  negatives: () => ['https://a1.webhook.office.com/webhookb2/'],
});
