import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const vercelLegacyToken = namedValueRule({
  id: 'vercel-legacy-token',
  title: 'Vercel token (before 2026)',
  names: ['vercel'],
  value: /[A-Za-z0-9]{24}/,
  tail: ['token'],
  minEntropy: 3.4,
  check: (secret) => isMixed(secret),
  positives: () => [leak`VERCEL_TOKEN=${fake(base62, 24)}`],
  negatives: () => [`vercel_project_id=${fake(base62, 24)}`],
});
