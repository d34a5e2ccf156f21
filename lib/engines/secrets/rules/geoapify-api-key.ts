import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const geoapifyApiKey = namedValueRule({
  id: 'geoapify-api-key',
  title: 'Geoapify API key',
  names: ['geoapify'],
  tail: ['key'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`GEOAPIFY_API_KEY=${fake(hex, 32)}`],
  negatives: () => [`GEOAPIFY_API_KEY=${fake(hex, 9)}`, 'GEOAPIFY_API_KEY=your-key-here'],
});
