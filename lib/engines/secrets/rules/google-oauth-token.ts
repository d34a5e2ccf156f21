import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const googleOauthToken = tokenRule({
  id: 'google-oauth-token',
  title: 'Google OAuth token',
  keywords: ['ya29.', '1//0'],
  pattern: /ya29\.[\w-]{60,400}|1\/\/0[\w-]{60,110}/,
  positives: () => [
    leak`access_token=${'ya29.' + fake(base64url, 160)}`,
    leak`refresh_token: "${'1//0' + fake(base64url, 98)}"`,
  ],
  negatives: () => ['ya29.token', '1//0'],
});
