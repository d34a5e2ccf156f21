import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const rampClientSecret = tokenRule({
  id: 'ramp-client-secret',
  title: 'Ramp client secret',
  keywords: ['ramp_sec_'],
  pattern: /ramp_sec_[A-Za-z0-9]{48}/,
  positives: () => [leak`RAMP_CLIENT_SECRET=${'ramp_sec_' + fake(base62, 48)}`],
  negatives: () => [`ramp_sec_${fake(base62, 12)}`],
});
