import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const opsgenieApiKey = namedValueRule({
  id: 'opsgenie-api-key',
  title: 'Opsgenie API key',
  names: ['opsgenie'],
  tail: ['key', 'token'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`OPSGENIE_API_KEY=${fakeUuid()}`],
  negatives: () => [`OPSGENIE_API_KEY=${fake(hex, 9)}`, 'OPSGENIE_API_KEY=your-key-here'],
});
