import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const locationiqToken = tokenRule({
  id: 'locationiq-token',
  title: 'LocationIQ token',
  keywords: ['pk.'],
  pattern: /pk\.[a-f0-9]{32}/,
  positives: () => [leak`LOCATIONIQ=${`pk.${fake(hex, 32)}`}`],
  negatives: () => ['pk.get_field()'],
});
