import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const mixpanelSecret = namedValueRule({
  id: 'mixpanel-secret',
  title: 'Mixpanel secret',
  names: ['mixpanel'],
  tail: ['secret'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`MIXPANEL_API_SECRET=${fake(hex, 32)}`],
  negatives: () => [`MIXPANEL_API_SECRET=${fake(hex, 9)}`, 'MIXPANEL_API_SECRET=your-key-here'],
});
