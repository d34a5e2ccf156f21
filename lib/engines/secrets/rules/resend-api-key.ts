import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const resendApiKey = tokenRule({
  id: 'resend-api-key',
  title: 'Resend API key',
  keywords: ['re_'],
  pattern: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/,
  check: (secret) => isMixed(secret),
  positives: () => [leak`RESEND_API_KEY=${`re_${fake(base62, 8)}_${fake(base62, 24)}`}`],
  negatives: () => ['re_compiled_withoutanyoptionsatalls', 're_abcdefgh_ijklmnopqrstuvwxyzabcdef'],
});
