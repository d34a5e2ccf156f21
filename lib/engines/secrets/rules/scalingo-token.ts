import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const scalingoToken = tokenRule({
  id: 'scalingo-token',
  title: 'Scalingo API token',
  keywords: ['tk-us-'],
  pattern: /tk-us-[\w-]{48}/,
  positives: () => [leak`SCALINGO_TOKEN=${'tk-us-' + fake(base64url, 48)}`],
  negatives: () => ['tk-us-east'],
});
