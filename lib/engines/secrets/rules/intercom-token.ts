import { tokenRule } from '../rule.ts';
import { base64, fake, leak } from '../rule-example.ts';

export const intercomToken = tokenRule({
  id: 'intercom-token',
  title: 'Intercom access token',
  keywords: ['dg9ro'],
  pattern: /dG9rO[A-Za-z0-9+/]{50,70}={0,2}/,
  positives: () => [leak`INTERCOM_TOKEN=${`dG9rOg${fake(base64, 54)}=`}`],
  negatives: () => ['dG9rOmFiYw=='],
});
