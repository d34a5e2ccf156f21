import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const mygetApiKey = namedValueRule({
  id: 'myget-api-key',
  title: 'MyGet API key',
  names: ['myget'],
  tail: ['key'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`MYGET_API_KEY=${fakeUuid()}`],
  negatives: () => [`MYGET_API_KEY=${fake(hex, 9)}`, 'MYGET_API_KEY=your-key-here'],
});
