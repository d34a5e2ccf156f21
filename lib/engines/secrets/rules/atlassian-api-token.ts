import { tokenRule } from '../rule.ts';
import { base62, base64url, fake, leak } from '../rule-example.ts';

export const atlassianApiToken = tokenRule({
  id: 'atlassian-api-token',
  title: 'Atlassian API token',
  keywords: ['atatt3', 'atctt3'],
  pattern: /AT[AC]TT3[\w=-]{150,210}/,
  positives: () => [
    leak`JIRA_API_TOKEN=${`ATATT3xFfGF0${fake(base64url, 171)}=${fake('0123456789ABCDEF', 8)}`}`,
  ],
  negatives: () => [`ATATT3${fake(base62, 20)}`],
});
