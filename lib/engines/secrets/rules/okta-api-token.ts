import { namedValueRule } from '../rule.ts';
import { base62, base64url, fake, leak } from '../rule-example.ts';

export const oktaApiToken = namedValueRule({
  id: 'okta-api-token',
  title: 'Okta API token',
  names: ['okta', 'ssws'],
  value: /00[\w-]{40}/,
  minEntropy: 3.8,
  positives: () => [
    leak`OKTA_API_TOKEN=${'00' + fake(base64url, 40)}`,
    leak`Authorization: SSWS ${'00' + fake(base64url, 40, 2)}`,
  ],
  negatives: () => [`okta_group_id=00g${fake(base62, 17)}`],
});
