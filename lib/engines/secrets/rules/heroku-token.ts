import { tokenRule } from '../rule.ts';
import { base64url, fake, fakeUuid, leak } from '../rule-example.ts';

export const herokuToken = tokenRule({
  id: 'heroku-token',
  title: 'Heroku API token',
  keywords: ['hrku-'],
  pattern:
    /HRKU-(?:AA[\w-]{56,60}|[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12})/,
  positives: () => [
    leak`HEROKU_API_KEY=${'HRKU-AA' + fake(base64url, 58)}`,
    leak`token ${`HRKU-${fakeUuid()}`}`,
  ],
  negatives: () => ['HRKU-token'],
});
