import { isOptionOfCurl } from '../curl-command.ts';
import { looksLikePassword } from '../likely-secret.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const curlCredentials = patternRule({
  id: 'curl-credentials',
  title: 'Password on a command line',
  kind: 'generic',
  keywords: [' -u', ' --user'],
  anchor: 'behind-keyword',
  pattern: /[ =]{0,2}["']?[^\s:"'$`]{0,64}["']?:["']?(?<secret>[^\s"'$`]{3,128})(?=["']|\s|$)/,
  check: (secret, { text, keywordStart }) => isOptionOfCurl(text, keywordStart) && looksLikePassword(secret),
  positives: () => [
    leak`curl -s -u deploy:${fake(base62, 16)} https://a1.dev`,
    leak`curl --user "deploy:${fake(base62, 16, 2)}" https://a1.dev`,
    leak`curl https://a1.dev \\\n  --user=deploy:${fake(base62, 16, 3)}`,
  ],
  negatives: () => [
    'curl -u user:password https://a1.dev',
    'curl -u "$USER:$PASSWORD" https://a1.dev',
    `chown -u deploy:${fake(base62, 16)} file`,
  ],
});
