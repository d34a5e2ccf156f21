import { isOptionOfCurl } from '../curl-command.ts';
import { isReference, looksRandom } from '../likely-secret.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

/** Services that only use keys take them as the user name, with an empty password. */
export const curlUserKey = patternRule({
  id: 'curl-user-key',
  title: 'Key on a command line',
  kind: 'generic',
  keywords: [' -u', ' --user'],
  anchor: 'behind-keyword',
  pattern: /[ =]{0,2}["']?(?<secret>[^\s:"'$`]{12,128}):(?=["']|\s|$)/,
  check: (secret, { text, keywordStart }) =>
    isOptionOfCurl(text, keywordStart) && looksRandom(secret) && !isReference(secret),
  positives: () => [leak`curl https://a1.dev/v1/charges -u ${fake(base62, 32)}:`],
  negatives: () => ['curl -u "$KEY:" https://a1.dev', 'curl -u your-api-key-0000000: https://a1.dev'],
});
