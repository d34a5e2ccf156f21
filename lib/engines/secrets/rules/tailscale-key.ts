import { tokenRule } from '../rule.ts';
import { base62, digits, fake, leak } from '../rule-example.ts';

export const tailscaleKey = tokenRule({
  id: 'tailscale-key',
  title: 'Tailscale key',
  keywords: ['tskey-'],
  pattern: /tskey-(?:api|auth|client|scim|webhook)-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{16,40}/,
  positives: () => [leak`TS_AUTHKEY=${`tskey-auth-k${fake(base62, 8)}CNTRL-${fake(base62, 32)}`}`],
  negatives: () => [`tskey-api-${fake(base62, 7)}CNTRL-09${digits.slice(1)}0ABCDEF`],
});
