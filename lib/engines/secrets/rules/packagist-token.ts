import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const packagistToken = tokenRule({
  id: 'packagist-token',
  title: 'Private Packagist token',
  keywords: ['packagist_'],
  pattern: /packagist_[a-z]{2,4}_[a-f0-9]{60,80}/,
  positives: () => [leak`token: ${'packagist_ort_' + fake(hex, 68)}`],
  negatives: () => ['packagist_update_url'],
});
