import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const spectralToken = tokenRule({
  id: 'spectral-token',
  title: 'Spectral DSN token',
  keywords: ['spu-'],
  pattern: /spu-[a-f0-9]{32}/,
  positives: () => [leak`SPECTRAL_DSN=https://${'spu-' + fake(hex, 32)}@get.a1.dev`],
  negatives: () => [`spu-${fake(hex, 12)}`],
});
