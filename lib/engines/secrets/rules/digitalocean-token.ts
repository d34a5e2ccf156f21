import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const digitaloceanToken = tokenRule({
  id: 'digitalocean-token',
  title: 'DigitalOcean token',
  keywords: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
  pattern: /do[opr]_v1_[a-f0-9]{64}/,
  positives: () => [
    leak`DIGITALOCEAN_TOKEN=${'dop_v1_' + fake(hex, 64)}`,
    leak`"refresh": "${'dor_v1_' + fake(hex, 64)}"`,
  ],
  negatives: () => [`dop_v1_${fake(hex, 32)}`, `dop_v1_${'a'.repeat(64)}`],
});
