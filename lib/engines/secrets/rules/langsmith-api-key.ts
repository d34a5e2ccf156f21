import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const langsmithApiKey = tokenRule({
  id: 'langsmith-api-key',
  title: 'LangSmith API key',
  keywords: ['lsv2_'],
  pattern: /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/,
  positives: () => [leak`LANGSMITH_API_KEY=${`lsv2_pt_${fake(hex, 32)}_${fake(hex, 10)}`}`],
  negatives: () => ['lsv2_pt_your_key'],
});
