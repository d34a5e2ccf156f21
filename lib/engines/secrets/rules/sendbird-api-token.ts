import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const sendbirdApiToken = namedValueRule({
  id: 'sendbird-api-token',
  title: 'Sendbird API token',
  names: ['sendbird'],
  tail: ['token', 'key'],
  value: /[a-f0-9]{40}/,
  positives: () => [leak`SENDBIRD_API_TOKEN=${fake(hex, 40)}`],
  negatives: () => [`SENDBIRD_API_TOKEN=${fake(hex, 9)}`, 'SENDBIRD_API_TOKEN=your-key-here'],
});
