import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const bugsnagApiKey = namedValueRule({
  id: 'bugsnag-api-key',
  title: 'BugSnag API key',
  names: ['bugsnag'],
  tail: ['key', 'token'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`BUGSNAG_API_KEY=${fake(hex, 32)}`],
  negatives: () => [`BUGSNAG_API_KEY=${fake(hex, 9)}`, 'BUGSNAG_API_KEY=your-key-here'],
});
