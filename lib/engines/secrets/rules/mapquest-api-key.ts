import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const mapquestApiKey = namedValueRule({
  id: 'mapquest-api-key',
  title: 'MapQuest API key',
  names: ['mapquest'],
  tail: ['key'],
  value: /[A-Za-z0-9]{32}/,
  positives: () => [leak`MAPQUEST_API_KEY=${fake(base62, 32)}`],
  negatives: () => [`MAPQUEST_API_KEY=${fake(hex, 9)}`, 'MAPQUEST_API_KEY=your-key-here'],
});
