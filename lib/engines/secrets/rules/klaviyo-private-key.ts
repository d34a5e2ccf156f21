import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const klaviyoPrivateKey = tokenRule({
  id: 'klaviyo-private-key',
  title: 'Klaviyo private key',
  keywords: ['pk_'],
  pattern: /pk_[a-f0-9]{34}/,
  positives: () => [leak`KLAVIYO=${`pk_${fake(hex, 34)}`}`],
  negatives: () => [`pk_${fake(hex, 20)}`],
});
