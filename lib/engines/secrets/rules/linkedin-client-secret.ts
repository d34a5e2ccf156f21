import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const linkedinClientSecret = namedValueRule({
  id: 'linkedin-client-secret',
  title: 'LinkedIn client secret',
  names: ['linkedin'],
  value: /[A-Za-z0-9]{16}/,
  tail: ['secret'],
  minEntropy: 3,
  check: (secret) => isMixed(secret),
  positives: () => [leak`LINKEDIN_CLIENT_SECRET=${fake(base62, 16)}`],
  negatives: () => ['linkedin_client_secret=linkedInClients1', `linkedin_page = ${fake(base62, 16)}`],
});
