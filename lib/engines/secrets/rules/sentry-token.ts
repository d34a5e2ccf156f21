import { tokenRule } from '../rule.ts';
import { base64, fake, hex, leak } from '../rule-example.ts';

export const sentryToken = tokenRule({
  id: 'sentry-token',
  title: 'Sentry auth token',
  keywords: ['sntrys_', 'sntryu_', 'sntrya_', 'sntryi_'],
  // The first form belongs to an organization, the second one to a person, an app or an integration.
  pattern: /sntrys_eyJ[\w+/=-]{60,500}_[\w+/-]{43}|sntry[uai]_[a-f0-9]{64}/,
  positives: () => [
    leak`SENTRY_AUTH_TOKEN=${`sntrys_eyJpYXQiO${fake(base64, 160)}_${fake(base64, 43)}`}`,
    leak`token=${'sntryu_' + fake(hex, 64)}`,
    leak`token=${'sntrya_' + fake(hex, 64, 3)}`,
    leak`token=${'sntryi_' + fake(hex, 64, 2)}`,
  ],
  negatives: () => ['sntrys_token'],
});
