import { namedValueRule } from '../rule.ts';
import { base62, base64url, fake, leak } from '../rule-example.ts';

export const ablyApiKey = namedValueRule({
  id: 'ably-api-key',
  title: 'Ably API key',
  names: ['ably'],
  tail: ['key'],
  value: /[\w-]{6}\.[\w-]{6}:[\w-]{43}/,
  positives: () => [leak`ABLY_API_KEY=${`${fake(base62, 6)}.${fake(base62, 6, 2)}:${fake(base64url, 43)}`}`],
  negatives: () => [`ABLY_API_KEY=${fake(base62, 20)}`, 'ABLY_API_KEY=your-key-here'],
});
