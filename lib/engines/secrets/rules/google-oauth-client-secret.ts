import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const googleOauthClientSecret = tokenRule({
  id: 'google-oauth-client-secret',
  title: 'Google OAuth client secret',
  keywords: ['gocspx-'],
  pattern: /GOCSPX-[\w-]{28}/,
  positives: () => [leak`client_secret: ${'GOCSPX-' + fake(base64url, 28)}`],
  negatives: () => ['GOCSPX-your-client-secret-here'],
});
