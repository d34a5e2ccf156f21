import { namedValueRule } from '../rule.ts';
import { base64url, fake, hex, leak } from '../rule-example.ts';

export const hereApiKey = namedValueRule({
  id: 'here-api-key',
  title: 'HERE API key',
  names: ['here_', 'hereapi'],
  tail: ['key'],
  value: /[\w-]{43}/,
  positives: () => [leak`HERE_API_KEY=${fake(base64url, 43)}`],
  negatives: () => [`HERE_API_KEY=${fake(hex, 9)}`, 'HERE_API_KEY=your-key-here'],
});
