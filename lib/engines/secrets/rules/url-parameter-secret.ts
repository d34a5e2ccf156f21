import { nameBefore } from '../assignment.ts';
import { isReference, looksRandom } from '../likely-secret.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

const harmless = /(?:page|next|csrf|xsrf|continue|continuation|cursor|public|cache|site|sort|primary)[_-]?$/i;

export const urlParameterSecret = patternRule({
  id: 'url-parameter-secret',
  title: 'Secret in the query of a URL',
  keywords: ['key=', 'token=', 'secret=', 'password=', 'passwd=', 'auth='],
  anchor: 'behind-keyword',
  pattern: /(?<secret>[\w.~%+/=-]{16,400})(?![\w{}$<>[\](*])/,
  check: (secret, found) => {
    const { text, keywordStart } = found;
    const name = nameBefore(found);
    const before = text.slice(Math.max(0, keywordStart - name.length - 5), keywordStart - name.length);
    return /[?&]$|&amp;$/.test(before) && !harmless.test(name) && looksRandom(secret) && !isReference(secret);
  },
  positives: () => [
    leak`fetch("https://api.a1.dev/v1/rates?api_key=${fake(base62, 32)}&base=EUR")`,
    leak`url: https://hooks.a1.dev/build?job=b2&token=${fake(hex, 40)}`,
  ],
  negatives: () => [
    'https://api.a1.dev/v1/rates?api_key=YOUR_API_KEY_0123456789',
    'https://api.a1.dev/v1/rates?key=${key}',
    `https://api.a1.dev/v1/list?page_token=${fake(base62, 32)}`,
  ],
});
