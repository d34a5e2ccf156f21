import { isOptionOfCurl } from '../curl-command.ts';
import { isReference, looksLikePassword, looksRandom } from '../likely-secret.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, fakeUuid, hex, leak } from '../rule-example.ts';

const telling = /auth|token|key|secret|session|credential|password|passwd|signature/i;
const harmless = /csrf|xsrf|idempotency|public|_ga|consent|locale|theme/i;

/** Finds the value of a header with a telling name; a token in it needs no assignment. */
export const curlHeader = patternRule({
  id: 'curl-header',
  title: 'Secret in a header on a command line',
  kind: 'generic',
  keywords: [' -h', ' --header'],
  anchor: 'behind-keyword',
  pattern: /[ =]{1,3}\\?["'](?<name>[\w-]{3,40}):[ ]{0,3}(?<secret>[\w.~+/=!@#%^&*:-]{8,800})(?=\\?["'])/,
  check: (secret, { text, keywordStart, groups }) =>
    telling.test(groups['name'] ?? '') &&
    !harmless.test(groups['name'] ?? '') &&
    isOptionOfCurl(text, keywordStart) &&
    !isReference(secret) &&
    (looksRandom(secret) || (/\d/.test(secret) && looksLikePassword(secret))),
  positives: () => [
    leak`curl -X POST -H "X-Vault-Api-Token: ${fake(base62, 12)}" https://a1.dev`,
    leak`curl --header 'Authorization: ${fakeUuid()}' https://a1.dev`,
    leak`curl https://a1.dev \\\n  -H 'X-Auth: ${fake(hex, 40)}'`,
  ],
  negatives: () => [
    'curl -H "Authorization: $TOKEN" https://a1.dev',
    'curl -H "Content-Type: application/json" https://a1.dev',
    `curl -H "Idempotency-Key: ${fakeUuid()}" https://a1.dev`,
    'curl -H "X-Api-Key: your-api-key-1" https://a1.dev',
  ],
});
