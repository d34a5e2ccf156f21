import { tokenRule } from '../rule.ts';
import { base62, base64url, fake, leak } from '../rule-example.ts';

export const googleChatWebhook = tokenRule({
  id: 'google-chat-webhook',
  title: 'Google Chat webhook',
  keywords: ['chat.googleapis.com/v1/spaces'],
  pattern:
    /chat\.googleapis\.com\/v1\/spaces\/[\w-]{8,24}\/messages\?key=[\w-]{30,60}&(?:amp;)?token=[\w-]{30,80}(?:%3D)?/,
  positives: () => [
    leak`https://${`chat.googleapis.com/v1/spaces/${fake(base62, 11)}/messages?key=${fake(base64url, 39)}&token=${fake(base64url, 43)}`}`,
  ],
  negatives: () => ['https://chat.googleapis.com/v1/spaces/AAAA/messages'],
});
