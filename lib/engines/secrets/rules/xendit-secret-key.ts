import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const xenditSecretKey = tokenRule({
  id: 'xendit-secret-key',
  title: 'Xendit secret key',
  keywords: ['xnd_production_'],
  pattern: /xnd_production_[A-Za-z0-9]{40,70}/,
  positives: () => [leak`XENDIT=${`xnd_production_${fake(base62, 46)}`}`],
  negatives: () => ['xnd_production_key'],
});
