import { tokenRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const brevoApiKey = tokenRule({
  id: 'brevo-api-key',
  title: 'Brevo (Sendinblue) key',
  keywords: ['xkeysib-', 'xsmtpsib-'],
  pattern: /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/,
  positives: () => [leak`BREVO_API_KEY=${`xkeysib-${fake(hex, 64)}-${fake(base62, 16)}`}`],
  negatives: () => [`xkeysib-${fake(hex, 20)}`],
});
