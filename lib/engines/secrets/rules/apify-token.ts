import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const apifyToken = tokenRule({
  id: 'apify-token',
  title: 'Apify API token',
  keywords: ['apify_api_'],
  pattern: /apify_api_[A-Za-z0-9]{34,38}/,
  positives: () => [leak`APIFY_TOKEN=${'apify_api_' + fake(base62, 36)}`],
  negatives: () => ['apify_api_client_for_all_the_other_modules'],
});
