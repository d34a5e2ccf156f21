import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const stytchSecret = tokenRule({
  id: 'stytch-secret',
  title: 'Stytch secret',
  keywords: ['secret-live-'],
  pattern: /secret-live-[\w=-]{36,48}/,
  positives: () => [leak`STYTCH=${`secret-live-${fake(base62, 43)}`}`],
  negatives: () => ['secret-live-key'],
});
