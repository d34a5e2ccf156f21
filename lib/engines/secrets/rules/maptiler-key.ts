import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const maptilerKey = namedValueRule({
  id: 'maptiler-key',
  title: 'MapTiler key',
  names: ['maptiler'],
  tail: ['key', 'token'],
  value: /[A-Za-z0-9]{20}/,
  positives: () => [leak`MAPTILER_API_KEY=${fake(base62, 20)}`],
  negatives: () => [`MAPTILER_API_KEY=${fake(hex, 9)}`, 'MAPTILER_API_KEY=your-key-here'],
});
