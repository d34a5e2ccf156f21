import { namedValueRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const gocardlessToken = namedValueRule({
  id: 'gocardless-token',
  title: 'GoCardless live token',
  names: ['gocardless'],
  value: /live_[\w=-]{40}/,
  positives: () => [leak`GOCARDLESS_TOKEN=${'live_' + fake(base64url, 40)}`],
  negatives: () => [`gocardless_token=sandbox_${fake(base64url, 40)}`],
});
