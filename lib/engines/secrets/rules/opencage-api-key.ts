import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const opencageApiKey = namedValueRule({
  id: 'opencage-api-key',
  title: 'OpenCage API key',
  names: ['opencage'],
  tail: ['key'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`OPENCAGE_API_KEY=${fake(hex, 32)}`],
  negatives: () => [`OPENCAGE_API_KEY=${fake(hex, 9)}`, 'OPENCAGE_API_KEY=your-key-here'],
});
