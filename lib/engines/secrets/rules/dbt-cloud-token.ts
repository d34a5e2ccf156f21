import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const dbtCloudToken = tokenRule({
  id: 'dbt-cloud-token',
  title: 'dbt Cloud token',
  keywords: ['dbtc_', 'dbtu_', 'dbts_'],
  pattern: /dbt[cus]_[\w-]{36,80}={0,2}/,
  positives: () => [leak`DBT=${`dbtc_${fake(base64url, 43)}`}`],
  negatives: () => ['dbtc_name'],
});
