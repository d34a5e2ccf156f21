import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const trelloSecret = namedValueRule({
  id: 'trello-secret',
  title: 'Trello key or secret',
  names: ['trello'],
  value: /(?:[a-f0-9]{64}|[a-f0-9]{32})/,
  tail: ['key', 'token', 'secret'],
  positives: () => [leak`TRELLO_API_SECRET=${fake(hex, 64)}`],
  negatives: () => [`trello_card=${fake(hex, 32)}`],
});
