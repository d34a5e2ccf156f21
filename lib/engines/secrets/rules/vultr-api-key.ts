import { namedValueRule } from '../rule.ts';
import { base32, fake, hex, leak } from '../rule-example.ts';

export const vultrApiKey = namedValueRule({
  id: 'vultr-api-key',
  title: 'Vultr API key',
  names: ['vultr'],
  tail: ['key'],
  value: /[A-Z0-9]{36}/,
  positives: () => [leak`VULTR_API_KEY=${fake(base32, 36)}`],
  negatives: () => [`VULTR_API_KEY=${fake(hex, 9)}`, 'VULTR_API_KEY=your-key-here'],
});
