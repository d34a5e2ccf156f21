import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const endorLabsSecret = tokenRule({
  id: 'endor-labs-secret',
  title: 'Endor Labs API key or secret',
  keywords: ['endr+'],
  pattern: /endr\+[A-Za-z0-9-]{16}/,
  positives: () => [leak`ENDOR_API_CREDENTIALS_SECRET=${'endr+' + fake(base62, 16)}`],
  negatives: () => ['endr+your-key'],
});
