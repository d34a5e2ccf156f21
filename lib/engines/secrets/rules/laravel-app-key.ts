import { patternRule } from '../rule.ts';
import { base64, fake, leak } from '../rule-example.ts';

export const laravelAppKey = patternRule({
  id: 'laravel-app-key',
  title: 'Laravel application key',
  severity: 'critical',
  kind: 'provider',
  keywords: ['app_key'],
  anchor: 'behind-keyword',
  pattern: /["'=:, \t]{1,8}base64:(?<secret>[A-Za-z0-9+/]{43}=)/,
  check: (secret) => new Set(secret).size > 16,
  positives: () => [leak`APP_KEY=base64:${`${fake(base64, 43)}=`}`],
  negatives: () => [`APP_KEY=base64:${'A'.repeat(43)}=`, 'APP_KEY=base64:'],
});
