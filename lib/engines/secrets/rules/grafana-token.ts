import { tokenRule } from '../rule.ts';
import { base62, base64, fake, hex, leak } from '../rule-example.ts';

export const grafanaToken = tokenRule({
  id: 'grafana-token',
  title: 'Grafana token',
  keywords: ['glsa_', 'glc_', 'eyjrijoi'],
  pattern:
    /glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,400}={0,3}|eyJrIjoi[A-Za-z0-9+/]{60,400}={0,3}/,
  positives: () => [
    leak`GRAFANA_TOKEN=${`glsa_${fake(base62, 32)}_${fake(hex, 8)}`}`,
    leak`token: ${`glc_eyJvIjoi${fake(base64, 120)}==`}`,
    leak`"key":"${'eyJrIjoi' + fake(base64, 92)}"`,
  ],
  negatives: () => ['glsa_token', 'glc_generate_error'],
});
