import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const netlifyToken = tokenRule({
  id: 'netlify-token',
  title: 'Netlify access token',
  keywords: ['nfp_', 'nfc_', 'nfo_', 'nfb_'],
  pattern: /nf[pcob]_[A-Za-z0-9]{36}/,
  positives: () => [leak`NETLIFY_AUTH_TOKEN=${'nfp_' + fake(base62, 36)}`],
  negatives: () => ['nfp_flower_off'],
});
