import { namedValueRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const dropboxAppSecret = namedValueRule({
  id: 'dropbox-app-secret',
  title: 'Dropbox app secret',
  names: ['dropbox'],
  value: /[a-z0-9]{15}/,
  tail: ['secret', 'token', 'key'],
  check: (secret) => /\d/.test(secret) && /[a-z]/.test(secret),
  positives: () => [leak`DROPBOX_APP_SECRET=${fake(lowerDigits, 15)}`],
  negatives: () => ['dropbox_app_key = applicationname', `dropbox_folder = ${fake(lowerDigits, 15)}`],
});
