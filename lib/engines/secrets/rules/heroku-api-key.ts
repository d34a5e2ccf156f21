import { namedValueRule } from '../rule.ts';
import { fakeUuid, leak } from '../rule-example.ts';

export const herokuApiKey = namedValueRule({
  id: 'heroku-api-key',
  title: 'Heroku API key',
  names: ['heroku'],
  value: /[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}/,
  tail: ['key', 'token', 'secret', 'auth', 'password'],
  positives: () => [leak`HEROKU_API_KEY=${fakeUuid()}`],
  negatives: () => [`heroku_app_id = '${fakeUuid()}'`],
});
