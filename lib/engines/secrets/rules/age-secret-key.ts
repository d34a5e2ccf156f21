import { tokenRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const ageSecretKey = tokenRule({
  id: 'age-secret-key',
  title: 'age secret key',
  keywords: ['age-secret-key-1'],
  pattern: /AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}/,
  positives: () => [leak`${`AGE-SECRET-KEY-1${fake('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`}`],
  negatives: () => ['AGE-SECRET-KEY-1QQQQ', `age1${fake(lowerDigits, 58)}`],
});
