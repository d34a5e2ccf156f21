import { tokenRule } from '../rule.ts';
import { fake, hex, leak, lower, upper } from '../rule-example.ts';

export const astraToken = tokenRule({
  id: 'astra-token',
  title: 'Astra DB token',
  keywords: ['astracs:'],
  pattern: /AstraCS:[A-Za-z]{24}:[a-f0-9]{64}/,
  positives: () => [leak`ASTRA=${`AstraCS:${fake(upper, 12)}${fake(lower, 12)}:${fake(hex, 64)}`}`],
  negatives: () => ['AstraCS:token'],
});
