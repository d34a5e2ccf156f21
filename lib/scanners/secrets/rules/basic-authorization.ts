import { looksLikePassword } from '../likely-secret.ts';
import { form } from '../rule.ts';
import { base62, fake, leak } from '../sample.ts';

const passwordIn = (encoded: string): string => {
  const decoded = Buffer.from(encoded, 'base64').toString('latin1');
  return /^[\x21-\x7e]{3,400}$/.test(decoded) ? decoded.slice(decoded.indexOf(':') + 1) : '';
};

const made = Buffer.from(`deploy:${fake(base62, 16)}`).toString('base64');

export const basicAuthorization = form({
  id: 'basic-authorization',
  title: 'User name and password in base64',
  keywords: ['basic ', '"auth"'],
  anchor: 'keyword',
  begins: 'word',
  pattern: /(?:[Bb]asic |"auth"[ \t]{0,4}:[ \t]{0,4}")(?<secret>[A-Za-z0-9+/]{12,400}={0,2})/,
  check: (secret, { path }) => looksLikePassword(passwordIn(secret), path),
  positives: () => [
    leak`curl -H "Authorization: Basic ${made}" https://a1.dev`,
    leak`{"auths": {"registry.a1.dev": {"auth": "${made}"}}}`,
  ],
  negatives: () => [
    `Authorization: Basic ${Buffer.from('user:password').toString('base64')}`,
    'Basic authentication needs a user name',
    `Authorization: Basic ${Buffer.from('Aladdin:open sesame').toString('base64')}`,
  ],
});
