import { namedValueRule } from '../rule.ts';
import { base64url, fake, hex, leak } from '../rule-example.ts';

export const optimizelyToken = namedValueRule({
  id: 'optimizely-token',
  title: 'Optimizely token',
  names: ['optimizely'],
  tail: ['token', 'key'],
  value: /[\w-]{43}/,
  positives: () => [leak`OPTIMIZELY_ACCESS_TOKEN=${fake(base64url, 43)}`],
  negatives: () => [`OPTIMIZELY_ACCESS_TOKEN=${fake(hex, 9)}`, 'OPTIMIZELY_ACCESS_TOKEN=your-key-here'],
});
