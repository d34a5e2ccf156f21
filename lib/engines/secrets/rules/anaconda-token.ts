import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const anacondaToken = namedValueRule({
  id: 'anaconda-token',
  title: 'Anaconda token',
  names: ['anaconda'],
  tail: ['token', 'key'],
  value: /[a-z]{2}-[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`ANACONDA_API_TOKEN=${`ab-${fakeUuid()}`}`],
  negatives: () => [`ANACONDA_API_TOKEN=${fake(hex, 9)}`, 'ANACONDA_API_TOKEN=your-key-here'],
});
