import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const brazeApiKey = namedValueRule({
  id: 'braze-api-key',
  title: 'Braze API key',
  names: ['braze'],
  tail: ['key'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`BRAZE_REST_API_KEY=${fakeUuid()}`],
  negatives: () => [`BRAZE_REST_API_KEY=${fake(hex, 9)}`, 'BRAZE_REST_API_KEY=your-key-here'],
});
