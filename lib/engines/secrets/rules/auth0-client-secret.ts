import { namedValueRule } from '../rule.ts';
import { base64url, fake, hex, leak } from '../rule-example.ts';

export const auth0ClientSecret = namedValueRule({
  id: 'auth0-client-secret',
  title: 'Auth0 client secret',
  names: ['auth0'],
  tail: ['secret'],
  value: /[\w-]{64}/,
  positives: () => [leak`AUTH0_CLIENT_SECRET=${fake(base64url, 64)}`],
  negatives: () => [`AUTH0_CLIENT_SECRET=${fake(hex, 9)}`, 'AUTH0_CLIENT_SECRET=your-key-here'],
});
