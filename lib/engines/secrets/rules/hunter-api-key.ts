import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const hunterApiKey = namedValueRule({
  id: 'hunter-api-key',
  title: 'Hunter API key',
  names: ['hunter_', 'hunterio'],
  tail: ['key'],
  value: /[a-f0-9]{40}/,
  positives: () => [leak`HUNTER_API_KEY=${fake(hex, 40)}`],
  negatives: () => [`HUNTER_API_KEY=${fake(hex, 9)}`, 'HUNTER_API_KEY=your-key-here'],
});
