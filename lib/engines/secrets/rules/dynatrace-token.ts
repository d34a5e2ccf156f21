import { tokenRule } from '../rule.ts';
import { digits, fake, leak, upper } from '../rule-example.ts';

export const dynatraceToken = tokenRule({
  id: 'dynatrace-token',
  title: 'Dynatrace token',
  keywords: ['dt0'],
  pattern: /dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}/,
  positives: () => [leak`DT_API_TOKEN=${`dt0c01.${fake(upper + digits, 24)}.${fake(upper + digits, 64)}`}`],
  negatives: () => ['dt0c01.ST2EY72KQINMH574WMNVI7YN'],
});
