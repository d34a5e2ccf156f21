import { token } from '../rule.ts';
import { base64url, fake, leak } from '../sample.ts';

export const googleApiKey = token({
  id: 'google-api-key',
  title: 'Google API key',
  keywords: ['aiza'],
  pattern: /AIza[\w-]{35}/,
  positives: () => [
    leak`key=${'AIza' + fake(base64url, 35)}`,
    leak`apiKey: "${'AIza' + fake(base64url, 35, 2)}",`,
  ],
  negatives: () => [`AIza${'X'.repeat(35)}`, `AIzaSyYOUR_API_KEY_${'0'.repeat(20)}`],
});
