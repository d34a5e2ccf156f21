import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const railwayToken = namedValueRule({
  id: 'railway-token',
  title: 'Railway token',
  names: ['railway'],
  tail: ['token', 'key'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`RAILWAY_TOKEN=${fakeUuid()}`],
  negatives: () => [`RAILWAY_TOKEN=${fake(hex, 9)}`, 'RAILWAY_TOKEN=your-key-here'],
});
