import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const merakiApiKey = namedValueRule({
  id: 'meraki-api-key',
  title: 'Cisco Meraki API key',
  names: ['meraki'],
  value: /[a-f0-9]{40}/,
  tail: ['key', 'token'],
  positives: () => [leak`MERAKI_DASHBOARD_API_KEY=${fake(hex, 40)}`],
  negatives: () => [`meraki_commit=${fake(hex, 40)}`],
});
