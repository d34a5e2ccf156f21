import { isReference, looksRandom } from '../likely-secret.ts';
import { patternRule } from '../rule.ts';
import { base62, base64url, fake, hex, leak } from '../rule-example.ts';

export const sessionCookie = patternRule({
  id: 'session-cookie',
  title: 'Session cookie of a request',
  kind: 'generic',
  keywords: ['cookie', ' -b'],
  anchor: 'behind-keyword',
  pattern:
    /["'`\])]{0,3}[ \t]{0,4}[:,=]?[ \t]{0,4}\\?["'`]?(?:[\w.-]{1,40}=[^\s;"'`]{0,200};[ ]?){0,6}(?<name>[\w.-]{0,30}(?:[Ss]ess|SESS|sid|SID|[Aa]uth|[Tt]oken|[Jj]wt|[Rr]emember)[\w.-]{0,30})=(?<secret>[\w.~%+/:=-]{16,2000})(?=["'`;\s\\]|$)/,
  check: (secret, { text, keywordStart, groups }) =>
    !/set[-_]?$/i.test(text.slice(Math.max(0, keywordStart - 4), keywordStart)) &&
    !/csrf|xsrf/i.test(groups['name'] ?? '') &&
    looksRandom(secret.slice(0, 400)) &&
    !isReference(secret),
  positives: () => [
    leak`curl https://a1.dev -H 'Cookie: theme=dark; PHPSESSID=${fake(hex, 32)}'`,
    leak`curl --cookie "session=${fake(base64url, 48)}" https://a1.dev`,
    leak`headers["Cookie"] = "connect.sid=${fake(base62, 40)}"`,
  ],
  negatives: () => [
    'Set-Cookie: session=deleted; Path=/',
    `curl -b "csrftoken=${fake(base62, 32)}" https://a1.dev`,
    `curl -b "session=$SESSION" https://a1.dev`,
  ],
});
