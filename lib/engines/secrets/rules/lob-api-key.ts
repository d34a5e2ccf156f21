import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const lobApiKey = tokenRule({
  id: 'lob-api-key',
  title: 'Lob live API key',
  keywords: ['live_'],
  pattern: /live_[a-f0-9]{35}/,
  positives: () => [leak`LOB_API_KEY=${'live_' + fake(hex, 35)}`],
  negatives: () => [`test_${fake(hex, 35)}`],
});
