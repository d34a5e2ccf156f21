import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const wiseApiToken = namedValueRule({
  id: 'wise-api-token',
  title: 'Wise API token',
  names: ['wise_', 'transferwise'],
  tail: ['token', 'key'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`WISE_API_TOKEN=${fakeUuid()}`],
  negatives: () => [`WISE_API_TOKEN=${fake(hex, 9)}`, 'WISE_API_TOKEN=your-key-here'],
});
