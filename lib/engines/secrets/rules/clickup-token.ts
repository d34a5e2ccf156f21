import { tokenRule } from '../rule.ts';
import { base32, fake, leak } from '../rule-example.ts';

export const clickupToken = tokenRule({
  id: 'clickup-token',
  title: 'ClickUp token',
  keywords: ['pk_'],
  pattern: /pk_\d{5,10}_[A-Z0-9]{32}/,
  positives: () => [leak`CLICKUP=${`pk_48261573_${fake(base32, 32)}`}`],
  negatives: () => ['pk_12345_ID'],
});
