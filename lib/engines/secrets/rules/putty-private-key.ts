import { patternRule } from '../rule.ts';
import { entropyOf } from '../text-randomness.ts';
import { base64, fake, leak } from '../rule-example.ts';

export const puttyPrivateKey = patternRule({
  id: 'putty-private-key',
  title: 'PuTTY private key',
  severity: 'critical',
  keywords: ['private-lines:'],
  anchor: 'behind-keyword',
  pattern: /[ \t]{1,4}\d{1,3}\r?\n(?<secret>[A-Za-z0-9+/=]{40,70})/,
  check: (secret) => entropyOf(secret) > 3.5,
  positives: () => [leak`Private-Lines: 8\n${fake(base64, 64)}\nPrivate-MAC: 00`],
  negatives: () => ['Private-Lines: 8\nPrivate-MAC: 00'],
});
