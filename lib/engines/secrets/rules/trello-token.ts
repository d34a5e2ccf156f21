import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const trelloToken = tokenRule({
  id: 'trello-token',
  title: 'Trello token',
  keywords: ['atta'],
  pattern: /ATTA[a-f0-9]{72}/,
  positives: () => [leak`TRELLO_TOKEN=${'ATTA' + fake(hex, 72)}`],
  negatives: () => ['ATTACHMENT'],
});
