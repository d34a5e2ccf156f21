import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const dropboxToken = tokenRule({
  id: 'dropbox-token',
  title: 'Dropbox access token',
  keywords: ['sl.'],
  pattern: /sl\.(?:u\.)?[\w-]{130,400}/,
  minEntropy: 4,
  positives: () => [leak`DROPBOX_TOKEN=${'sl.' + fake(base64url, 136)}`],
  negatives: () => ['url.sl.example.com', `sl.${fake(base64url, 40)}`],
});
