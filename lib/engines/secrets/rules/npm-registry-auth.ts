import { entropyOf, looksLikePlaceholder } from '../text-randomness.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, fakeUuid, leak } from '../rule-example.ts';

export const npmRegistryAuth = patternRule({
  id: 'npm-registry-auth',
  title: 'npm registry credential in .npmrc',
  severity: 'critical',
  kind: 'provider',
  keywords: ['_authtoken', ':_password', ':_auth'],
  anchor: 'behind-keyword',
  pattern: /[ \t]{0,4}=[ \t]{0,4}["']?(?<secret>[A-Za-z0-9+/_=-]{16,200})(?![\w{}])/,
  // Another rule finds tokens of npm itself by their checksum.
  check: (secret) =>
    !secret.startsWith('npm_') &&
    /\d/.test(secret) &&
    entropyOf(secret) >= 3 &&
    !looksLikePlaceholder(secret),
  positives: () => [
    leak`//registry.example.com/:_authToken=${fakeUuid()}`,
    leak`//npm.a1.dev/:_authToken="${fake(base62, 40)}"`,
    leak`//npm.a1.dev/:_password=${fake(base62, 24)}`,
  ],
  negatives: () => [
    '//registry.example.com/:_authToken=${NPM_TOKEN}',
    '//localhost:4873/:_authToken=fake',
    '//npm.a1.dev/:_password=your-password-in-base64',
  ],
});
