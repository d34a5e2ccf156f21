import { named } from '../rule.ts';
import { base62, fake, fakeUuid, leak } from '../sample.ts';

export const npmRegistryAuth = named({
  id: 'npm-registry-auth',
  title: 'npm registry credential in .npmrc',
  names: ['_authtoken'],
  value:
    /(?:[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}|[A-Za-z0-9+/_=-]{24,200})/,
  check: (secret) => !secret.startsWith('npm_') && /\d/.test(secret),
  positives: () => [
    leak`//registry.npmjs.org/:_authToken=${fakeUuid()}`,
    leak`//npm.a1.dev/:_authToken="${fake(base62, 40)}"`,
  ],
  negatives: () => ['//registry.npmjs.org/:_authToken=${NPM_TOKEN}', '//localhost:4873/:_authToken=fake'],
});
