import { namedValueRule } from '../rule.ts';
import { base64url, digits, fake, leak } from '../rule-example.ts';

export const facebookAppToken = namedValueRule({
  id: 'facebook-app-token',
  title: 'Facebook app access token',
  names: ['facebook', 'fb_', 'access_token', 'accesstoken'],
  value: /\d{15,16}(?:\||%7C)[\w-]{27,40}/,
  positives: () => [
    leak`FB_APP_TOKEN=${`1${fake(digits, 14)}|${fake(base64url, 27)}`}`,
    leak`"access_token": "${`1${fake(digits, 15)}|${fake(base64url, 27, 2)}`}"`,
  ],
  negatives: () => [`facebook_page_id = 1${fake(digits, 14)}`],
});
