import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const dopplerToken = tokenRule({
  id: 'doppler-token',
  title: 'Doppler token',
  keywords: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
  pattern: /dp\.(?:pt|ct|sa|scim|audit|st(?:\.[a-z0-9_-]{2,35})?)\.[A-Za-z0-9]{40,44}/,
  positives: () => [
    leak`DOPPLER_TOKEN=${'dp.pt.' + fake(base62, 43)}`,
    leak`token: "${`dp.st.prd.${fake(base62, 43)}`}"`,
  ],
  negatives: () => ['dp.pt.short'],
});
