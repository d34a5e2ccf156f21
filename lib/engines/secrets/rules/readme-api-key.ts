import { tokenRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const readmeApiKey = tokenRule({
  id: 'readme-api-key',
  title: 'ReadMe API key',
  keywords: ['rdme_'],
  pattern: /rdme_[a-z0-9]{60,72}/,
  positives: () => [leak`README_API_KEY=${'rdme_' + fake(lowerDigits, 70)}`],
  negatives: () => ['rdme_key'],
});
