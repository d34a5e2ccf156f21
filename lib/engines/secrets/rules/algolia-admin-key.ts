import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const algoliaAdminKey = namedValueRule({
  id: 'algolia-admin-key',
  title: 'Algolia API key',
  names: ['algolia'],
  value: /[a-f0-9]{32}/,
  tail: ['admin', 'write', 'secret', 'private', 'api_key', 'apikey'],
  positives: () => [leak`ALGOLIA_ADMIN_KEY: "${fake(hex, 32)}"`],
  negatives: () => [`algolia_index_hash = '${fake(hex, 32)}'`],
});
