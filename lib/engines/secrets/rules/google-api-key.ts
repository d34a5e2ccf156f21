import { tokenRule } from '../rule.ts';
import { base62, base64url, fake, leak } from '../rule-example.ts';

export const googleApiKey = tokenRule({
  id: 'google-api-key',
  title: 'Google API key',
  keywords: ['aiza', 'aq.ab'],
  // The second form belongs to a service account, and is the only one issued for Gemini.
  pattern: /AIza[\w-]{35}|AQ\.Ab[\w-]{40,80}/,
  positives: () => [
    leak`key=${'AIza' + fake(base64url, 35)}`,
    leak`apiKey: "${'AIza' + fake(base64url, 35, 2)}",`,
    leak`GEMINI_API_KEY=${'AQ.Ab8' + fake(base62, 47)}`,
  ],
  negatives: () => [
    `AIza${'X'.repeat(35)}`,
    `AIzaSyYOUR_API_KEY_${'0'.repeat(20)}`,
    `AQ.Ab8${'x'.repeat(47)}`,
  ],
});
