import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const stadiaMapsApiKey = namedValueRule({
  id: 'stadia-maps-api-key',
  title: 'Stadia Maps API key',
  names: ['stadia'],
  tail: ['key'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`STADIA_API_KEY=${fakeUuid()}`],
  negatives: () => [`STADIA_API_KEY=${fake(hex, 9)}`, 'STADIA_API_KEY=your-key-here'],
});
