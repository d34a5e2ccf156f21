import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const browserstackAccessKey = namedValueRule({
  id: 'browserstack-access-key',
  title: 'BrowserStack access key',
  names: ['browserstack'],
  tail: ['key'],
  value: /[A-Za-z0-9]{20}/,
  positives: () => [leak`BROWSERSTACK_ACCESS_KEY=${fake(base62, 20)}`],
  negatives: () => [`BROWSERSTACK_ACCESS_KEY=${fake(hex, 9)}`, 'BROWSERSTACK_ACCESS_KEY=your-key-here'],
});
