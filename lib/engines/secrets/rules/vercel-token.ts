import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const vercelToken = tokenRule({
  id: 'vercel-token',
  title: 'Vercel token or AI Gateway key',
  keywords: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'],
  pattern: /vc[piark]_[A-Za-z0-9]{24,80}/,
  check: (secret) => isMixed(secret),
  positives: () => [leak`VERCEL_TOKEN=${'vcp_' + fake(base62, 56)}`],
  negatives: () => ['vci_matrix', 'vca_bcdefghijklmnopqrstuvwxyz'],
});
