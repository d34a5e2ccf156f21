import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const adobeClientSecret = tokenRule({
  id: 'adobe-client-secret',
  title: 'Adobe client secret',
  keywords: ['p8e-'],
  pattern: /p8e-[A-Za-z0-9_-]{32}/,
  positives: () => [leak`client_secret: "${'p8e-' + fake(base62, 32)}"`],
  negatives: () => [`p8e-${fake(base62, 12)}`],
});
