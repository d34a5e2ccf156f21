import { looksLikePassword } from '../likely-secret.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

const passwordIn = (decoded: string): string =>
  /^[\x21-\x7e]{3,400}$/.test(decoded) ? decoded.slice(decoded.indexOf(':') + 1) : '';

/** Google's registries accept the JSON of a service account as the password. */
const isKeyFile = (decoded: string): boolean =>
  /^_json_key(?:_base64)?:/.test(decoded) && (!decoded.includes('{') || decoded.includes('private_key'));

const made = Buffer.from(`deploy:${fake(base62, 16)}`).toString('base64');

export const basicAuthorization = patternRule({
  id: 'basic-authorization',
  title: 'User name and password in base64',
  keywords: ['basic ', 'auth"', 'auth\\'],
  anchor: 'keyword',
  boundary: 'word',
  pattern: /(?:[Bb]asic |auth\\{0,3}"[ \t]{0,4}:[ \t]{0,4}\\{0,3}")(?<secret>[A-Za-z0-9+/]{12,8000}={0,2})/,
  check: (secret) => {
    const decoded = Buffer.from(secret, 'base64').toString('latin1');
    return isKeyFile(decoded) || looksLikePassword(passwordIn(decoded));
  },
  positives: () => [
    leak`curl -H "Authorization: Basic ${made}" https://a1.dev`,
    leak`{"auths": {"registry.a1.dev": {"auth": "${made}"}}}`,
    leak`DOCKER_AUTH_CONFIG="{\\"auths\\":{\\"registry.a1.dev\\":{\\"auth\\":\\"${made}\\"}}}"`,
  ],
  negatives: () => [
    `Authorization: Basic ${Buffer.from('user:password').toString('base64')}`,
    'Basic authentication needs a user name',
    `Authorization: Basic ${Buffer.from('Aladdin:open sesame').toString('base64')}`,
  ],
});
