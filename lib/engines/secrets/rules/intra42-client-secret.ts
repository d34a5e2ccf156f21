import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const intra42ClientSecret = tokenRule({
  id: 'intra42-client-secret',
  title: '42 intranet client secret',
  keywords: ['s-s4t2'],
  pattern: /s-s4t2(?:ud|af)-[a-f0-9]{64}/,
  positives: () => [leak`INTRA42_SECRET=${`s-s4t2ud-${fake(hex, 64)}`}`],
  negatives: () => [`u-s4t2ud-${fake(hex, 64)}`],
});
