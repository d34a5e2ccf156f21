import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const mailjetSecretKey = namedValueRule({
  id: 'mailjet-secret-key',
  title: 'Mailjet secret key',
  names: ['mailjet'],
  tail: ['secret', 'key'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`MAILJET_SECRET_KEY=${fake(hex, 32)}`],
  negatives: () => [`MAILJET_SECRET_KEY=${fake(hex, 9)}`, 'MAILJET_SECRET_KEY=your-key-here'],
});
