import { namedValueRule } from '../rule.ts';
import { base64url, fake, hex, leak } from '../rule-example.ts';

export const hasuraAdminSecret = namedValueRule({
  id: 'hasura-admin-secret',
  title: 'Hasura admin secret',
  names: ['hasura'],
  tail: ['secret'],
  value: /[\w-]{32}/,
  positives: () => [leak`HASURA_ADMIN_SECRET=${fake(base64url, 32)}`],
  negatives: () => [`HASURA_ADMIN_SECRET=${fake(hex, 9)}`, 'HASURA_ADMIN_SECRET=your-key-here'],
});
