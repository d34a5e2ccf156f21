import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const sentryAuthToken = namedValueRule({
  id: 'sentry-auth-token',
  title: 'Sentry auth token (before 2023)',
  names: ['sentry'],
  value: /[a-f0-9]{64}/,
  tail: ['token', 'api_key', 'apikey', 'secret'],
  positives: () => [leak`SENTRY_AUTH_TOKEN=${fake(hex, 64)}`],
  negatives: () => [`sentry_release=${fake(hex, 64)}`],
});
