import { namedValueRule } from '../rule.ts';
import { base64url, fake, hex, leak } from '../rule-example.ts';

export const bingMapsKey = namedValueRule({
  id: 'bing-maps-key',
  title: 'Bing Maps key',
  names: ['bing'],
  tail: ['key'],
  value: /[\w-]{64}/,
  positives: () => [leak`BING_MAPS_KEY=${fake(base64url, 64)}`],
  negatives: () => [`BING_MAPS_KEY=${fake(hex, 9)}`, 'BING_MAPS_KEY=your-key-here'],
});
