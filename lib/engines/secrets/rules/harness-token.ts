import { tokenRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const harnessToken = tokenRule({
  id: 'harness-token',
  title: 'Harness token',
  keywords: ['pat.', 'sat.'],
  pattern: /[ps]at\.[\w-]{22}\.[a-f0-9]{24}\.[A-Za-z0-9]{20}/,
  positives: () => [leak`HARNESS_API_KEY=${`pat.${fake(base62, 22)}.${fake(hex, 24)}.${fake(base62, 20)}`}`],
  negatives: () => ['pat.example.com'],
});
