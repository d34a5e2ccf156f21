import { looksLikePassword } from '../likely-secret.ts';
import { form } from '../rule.ts';
import { base62, fake, leak } from '../sample.ts';

export const curlCredentials = form({
  id: 'curl-credentials',
  title: 'Password on a command line',
  kind: 'generic',
  keywords: ['curl ', 'wget '],
  anchor: 'keyword',
  begins: 'word',
  pattern:
    /[A-Za-z]{4} (?:[^\n|;]|\\\r?\n){0,300}?(?:-u|--user)[ =]{0,2}["']?[^\s:"'$`]{0,64}:["']?(?<secret>[^\s"'$`]{3,128})(?=["']|\s|$)/,
  check: (secret, { path }) => looksLikePassword(secret, path),
  positives: () => [
    leak`curl -s -u deploy:${fake(base62, 16)} https://a1.dev`,
    leak`curl --user "deploy:${fake(base62, 16, 2)}" https://a1.dev`,
  ],
  negatives: () => ['curl -u user:password https://a1.dev', 'curl -u "$USER:$PASSWORD" https://a1.dev'],
});
