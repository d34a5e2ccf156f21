import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const statuspageApiKey = namedValueRule({
  id: 'statuspage-api-key',
  title: 'Statuspage API key',
  names: ['statuspage'],
  tail: ['key', 'token'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`STATUSPAGE_API_KEY=${fakeUuid()}`],
  negatives: () => [`STATUSPAGE_API_KEY=${fake(hex, 9)}`, 'STATUSPAGE_API_KEY=your-key-here'],
});
