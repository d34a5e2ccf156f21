import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const maxmindLicenseKey = tokenRule({
  id: 'maxmind-license-key',
  title: 'MaxMind license key',
  keywords: ['_mmk'],
  pattern: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk/,
  extendBack: { over: /\w/, max: 36 },
  positives: () => [leak`MAXMIND_LICENSE_KEY=${`${fake(base62, 6)}_${fake(base62, 29)}_mmk`}`],
  negatives: () => ['a_mmk'],
});
