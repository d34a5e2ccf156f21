import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const vaultLegacyToken = namedValueRule({
  id: 'vault-legacy-token',
  title: 'HashiCorp Vault token (before 1.10)',
  names: ['vault_token', 'vaulttoken', 'x-vault-token'],
  value: /[sbr]\.[A-Za-z0-9]{24}/,
  minEntropy: 3.4,
  positives: () => [leak`VAULT_TOKEN=${'s.' + fake(base62, 24)}`],
  negatives: () => ['VAULT_TOKEN=s.token'],
});
