import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const serpapiKey = namedValueRule({
  id: 'serpapi-key',
  title: 'SerpApi key',
  names: ['serpapi', 'serp_api'],
  tail: ['key'],
  value: /[a-f0-9]{64}/,
  positives: () => [leak`SERPAPI_API_KEY=${fake(hex, 64)}`],
  negatives: () => [`SERPAPI_API_KEY=${fake(hex, 9)}`, 'SERPAPI_API_KEY=your-key-here'],
});
