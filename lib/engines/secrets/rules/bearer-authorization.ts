import { isReference, looksRandom } from '../likely-secret.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, leak, lower } from '../rule-example.ts';

export const bearerAuthorization = patternRule({
  id: 'bearer-authorization',
  title: 'Token in an Authorization header',
  kind: 'generic',
  keywords: ['authorization'],
  anchor: 'behind-keyword',
  pattern:
    /["'`\])]{0,3}[ \t]{0,4}[:=,][ \t]{0,4}["'`]?(?:[Bb]earer|[Tt]oken|[Aa]pi-?[Kk]ey|[Aa]pi-[Tt]oken) (?<secret>[\w.~+/=-]{16,800})(?![\w({[$])/,
  check: (secret) => looksRandom(secret) && !isReference(secret),
  positives: () => [
    leak`curl -H 'Authorization: Bearer ${fake(base62, 40)}' https://a1.dev`,
    leak`headers["Authorization"] = "Token ${fake(base62, 32)}"`,
  ],
  negatives: () => [
    'Authorization: Bearer <token>',
    `Authorization: Bearer ${fake(lower, 24)}`,
    'Authorization: `Bearer ${token}`',
  ],
});
