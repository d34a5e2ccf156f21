import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const cloudflareOriginCaKey = tokenRule({
  id: 'cloudflare-origin-ca-key',
  title: 'Cloudflare origin CA key',
  keywords: ['v1.0-'],
  pattern: /v1\.0-[a-f0-9]{24}-[a-f0-9]{146}/,
  positives: () => [leak`${`v1.0-${fake(hex, 24)}-${fake(hex, 146)}`}`],
  negatives: () => ['v1.0-beta'],
});
