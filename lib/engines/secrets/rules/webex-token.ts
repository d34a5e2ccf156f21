import { namedValueRule } from '../rule.ts';
import { base62, fake, fakeUuid, leak } from '../rule-example.ts';

export const webexToken = namedValueRule({
  id: 'webex-token',
  title: 'Webex token',
  names: ['webex'],
  tail: ['token'],
  value: /[A-Za-z0-9_-]{64}_[A-Za-z0-9]{2,4}_[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`WEBEX_ACCESS_TOKEN=${`${fake(base62, 64)}_PF84_${fakeUuid()}`}`],
  negatives: () => ['WEBEX_ACCESS_TOKEN=your-token', 'WEBEX_ACCESS_TOKEN=your-key-here'],
});
