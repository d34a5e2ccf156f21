import { namedValueRule } from '../rule.ts';
import { base64, fake, leak } from '../rule-example.ts';

export const awsSessionToken = namedValueRule({
  id: 'aws-session-token',
  title: 'AWS session token',
  names: ['session_token', 'sessiontoken', 'security_token'],
  value: /[A-Za-z0-9+/]{200,1200}={0,2}/,
  positives: () => [leak`aws_session_token=${`IQoJb3JpZ2luX2Vj${fake(base64, 300)}==`}`],
  negatives: () => [`session_token=${fake(base64, 40)}`],
});
