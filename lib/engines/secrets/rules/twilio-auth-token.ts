import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const twilioAuthToken = namedValueRule({
  id: 'twilio-auth-token',
  title: 'Twilio auth token',
  names: ['twilio'],
  value: /[a-f0-9]{32}/,
  tail: ['token', 'secret', 'auth', 'password'],
  positives: () => [leak`TWILIO_AUTH_TOKEN=${fake(hex, 32)}`],
  negatives: () => [`twilio_message_sid=${fake(hex, 32)}`],
});
