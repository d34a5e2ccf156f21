import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const lineChannelSecret = namedValueRule({
  id: 'line-channel-secret',
  title: 'LINE channel secret',
  names: ['line_', 'linebot'],
  tail: ['secret'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`LINE_CHANNEL_SECRET=${fake(hex, 32)}`],
  negatives: () => [`LINE_CHANNEL_SECRET=${fake(hex, 9)}`, 'LINE_CHANNEL_SECRET=your-key-here'],
});
