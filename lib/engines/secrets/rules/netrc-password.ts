import { looksLikePassword } from '../likely-secret.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const netrcPassword = patternRule({
  id: 'netrc-password',
  title: 'Password in a .netrc file',
  keywords: ['machine '],
  anchor: 'behind-keyword',
  pattern: /[^\s]{1,128}\s{1,8}login\s{1,4}[^\s]{1,128}\s{1,8}password\s{1,4}(?<secret>[^\s"'\\]{4,128})/,
  check: (secret) => looksLikePassword(secret),
  positives: () => [leak`machine git.a1.dev\n  login deploy\n  password ${fake(base62, 18)}`],
  negatives: () => ['machine git.a1.dev login user password secret', 'machine learning is a login password'],
});
