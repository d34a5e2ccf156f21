import { namedValueRule } from '../rule.ts';
import { base64url, fake, leak, lower } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const netlifyLegacyToken = namedValueRule({
  id: 'netlify-legacy-token',
  title: 'Netlify access token (before 2024)',
  names: ['netlify'],
  value: /[\w-]{40,46}/,
  tail: ['token'],
  minEntropy: 4,
  check: (secret) => isMixed(secret),
  positives: () => [leak`NETLIFY_AUTH_TOKEN=${fake(base64url, 43)}`],
  negatives: () => [`netlify_site_name=${fake(lower, 43)}`],
});
