import { tokenRule } from '../rule.ts';
import { base64, fake, leak } from '../rule-example.ts';

export const onepasswordServiceToken = tokenRule({
  id: 'onepassword-service-token',
  title: '1Password service account token',
  keywords: ['ops_eyj'],
  pattern: /ops_eyJ[A-Za-z0-9+/_-]{250,1200}={0,3}/,
  positives: () => [leak`OP_SERVICE_ACCOUNT_TOKEN=${'ops_eyJ' + fake(base64, 400)}`],
  negatives: () => ['ops_eyJzaWduSW5BZGRyZXNzIjoi'],
});
