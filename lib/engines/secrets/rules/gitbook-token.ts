import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const gitbookToken = tokenRule({
  id: 'gitbook-token',
  title: 'GitBook token',
  keywords: ['gb_api_'],
  pattern: /gb_api_[A-Za-z0-9]{40}/,
  positives: () => [leak`GITBOOK=${`gb_api_${fake(base62, 40)}`}`],
  negatives: () => ['gb_api_key'],
});
