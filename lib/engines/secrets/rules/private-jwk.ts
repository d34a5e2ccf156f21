import { entropyOf, looksLikePlaceholder } from '../text-randomness.ts';
import { patternRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

const nearby = 3000;

export const privateJwk = patternRule({
  id: 'private-jwk',
  title: 'Private JSON Web Key',
  severity: 'critical',
  keywords: ['"d"', 'd:'],
  anchor: 'keyword',
  boundary: 'word',
  pattern: /(?:"d"|d)[ \t]{0,4}:[ \t]{0,4}["'](?<secret>[\w-]{40,700})["']/,
  check: (secret, { text, start, end }) =>
    entropyOf(secret) > 4 &&
    !looksLikePlaceholder(secret) &&
    /\bkty["']?\s{0,4}:/.test(text.slice(Math.max(0, start - nearby), end + nearby)),
  positives: () => [
    leak`{"kty":"EC","crv":"P-256","d":"${fake(base64url, 43)}","x":"a"}`,
    leak`const jwk = { kty: 'OKP', d: '${fake(base64url, 43, 2)}' };`,
  ],
  negatives: () => [`{"d":"${fake(base64url, 43)}"}`, `{"kty":"EC","x":"${fake(base64url, 43)}"}`],
});
