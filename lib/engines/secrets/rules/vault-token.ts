import { tokenRule } from '../rule.ts';
import { base62, base64url, fake, leak } from '../rule-example.ts';

export const vaultToken = tokenRule({
  id: 'vault-token',
  title: 'HashiCorp Vault token',
  keywords: ['hvs.', 'hvb.', 'hvr.'],
  pattern: /hv[sbr]\.[\w-]{24,300}/,
  minEntropy: 3.4,
  check: (secret) => /\d/.test(secret),
  positives: () => [
    leak`VAULT_TOKEN=${'hvs.' + fake(base64url, 95)}`,
    leak`vault login ${'hvs.' + fake(base62, 24)}`,
  ],
  negatives: () => ['hvs.token'],
});
