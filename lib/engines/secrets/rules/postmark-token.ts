import { namedValueRule } from '../rule.ts';
import { fakeUuid, leak } from '../rule-example.ts';

export const postmarkToken = namedValueRule({
  id: 'postmark-token',
  title: 'Postmark server token',
  names: ['postmark'],
  value: /[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}/,
  tail: ['token', 'key', 'secret', 'password'],
  positives: () => [leak`POSTMARK_API_TOKEN=${fakeUuid()}`, leak`'X-Postmark-Server-Token: ${fakeUuid(2)}'`],
  negatives: () => [`postmark_message_id=${fakeUuid()}`],
});
