import { token } from '../rule.ts';
import { base64, fake, hex, leak } from '../sample.ts';

export const sentryToken = token({
  id: 'sentry-token',
  title: 'Sentry auth token',
  keywords: ['sntrys_', 'sntryu_'],
  pattern: /sntrys_eyJ[\w+/=-]{60,500}_[\w+/-]{43}|sntryu_[a-f0-9]{64}/,
  positives: () => [
    leak`SENTRY_AUTH_TOKEN=${`sntrys_eyJpYXQiO${fake(base64, 160)}_${fake(base64, 43)}`}`,
    leak`token=${'sntryu_' + fake(hex, 64)}`,
  ],
  negatives: () => ['sntrys_token'],
});
