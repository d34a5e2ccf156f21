import { tokenRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const cerebrasApiKey = tokenRule({
  id: 'cerebras-api-key',
  title: 'Cerebras API key',
  keywords: ['csk-'],
  pattern: /csk-[a-z0-9]{48}/,
  positives: () => [leak`CEREBRAS_API_KEY=${'csk-' + fake(lowerDigits, 48)}`],
  negatives: () => ['csk-button-primary'],
});
