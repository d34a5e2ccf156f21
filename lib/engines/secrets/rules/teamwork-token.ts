import { tokenRule } from '../rule.ts';
import { base64, fake, leak } from '../rule-example.ts';

export const teamworkToken = tokenRule({
  id: 'teamwork-token',
  title: 'Teamwork API token',
  keywords: ['tkn.v1_'],
  pattern: /tkn\.v1_[A-Za-z0-9+/_-]{60,90}={0,2}/,
  positives: () => [leak`TEAMWORK_TOKEN=${`tkn.v1_${fake(base64, 70)}=`}`],
  negatives: () => [`tkn.v1_${fake(base64, 20)}`],
});
