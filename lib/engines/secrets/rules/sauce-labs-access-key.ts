import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const sauceLabsAccessKey = namedValueRule({
  id: 'sauce-labs-access-key',
  title: 'Sauce Labs access key',
  names: ['sauce'],
  tail: ['key'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`SAUCE_ACCESS_KEY=${fakeUuid()}`],
  negatives: () => [`SAUCE_ACCESS_KEY=${fake(hex, 9)}`, 'SAUCE_ACCESS_KEY=your-key-here'],
});
