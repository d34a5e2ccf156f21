import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const newRelicLicenseKey = tokenRule({
  id: 'new-relic-license-key',
  title: 'New Relic license key',
  keywords: ['nral'],
  pattern: /[A-Za-z0-9]{32,36}NRAL/,
  extendBack: { over: /[A-Za-z0-9]/, max: 36 },
  positives: () => [
    leak`NEW_RELIC_LICENSE_KEY=${`${fake(hex, 32)}FFFFNRAL`}`,
    leak`license_key: ${`eu01xx${fake(hex, 30)}NRAL`}`,
  ],
  negatives: () => ['generalNRAL'],
});
