import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const squareToken = tokenRule({
  id: 'square-token',
  title: 'Square access token or secret',
  keywords: ['eaaa', 'sq0atp-', 'sq0csp-'],
  pattern: /EAAA[\w-]{60}|sq0atp-[\w-]{22}|sq0csp-[\w-]{43}/,
  minEntropy: 3.4,
  positives: () => [
    leak`SQUARE_ACCESS_TOKEN=${'EAAAE' + fake(base64url, 59)}`,
    leak`token: ${'sq0atp-' + fake(base64url, 22)}`,
    leak`secret: ${'sq0csp-' + fake(base64url, 43)}`,
  ],
  negatives: () => [`sq0idp-${fake(base64url, 22)}`, `sandbox-sq0csb-${fake(base64url, 43)}`],
});
