import { tokenRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const cloudflareToken = tokenRule({
  id: 'cloudflare-token',
  title: 'Cloudflare API token',
  keywords: ['cfk_', 'cfut_', 'cfat_'],
  pattern: /cf(?:k|ut|at)_[A-Za-z0-9]{40}[a-f0-9]{8}/,
  positives: () => [leak`CLOUDFLARE_API_TOKEN=${`cfut_${fake(base62, 40)}${fake(hex, 8)}`}`],
  negatives: () => ['cfat_category_filter'],
});
