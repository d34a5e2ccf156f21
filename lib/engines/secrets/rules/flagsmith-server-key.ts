import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const flagsmithServerKey = tokenRule({
  id: 'flagsmith-server-key',
  title: 'Flagsmith server key',
  keywords: ['ser.'],
  pattern: /ser\.[A-Za-z0-9]{22}/,
  positives: () => [leak`FLAGSMITH=${`ser.${fake(base62, 22)}`}`],
  negatives: () => ['ser.port.read'],
});
