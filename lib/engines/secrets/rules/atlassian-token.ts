import { namedValueRule } from '../rule.ts';
import { base62, fake, leak, lower } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const atlassianToken = namedValueRule({
  id: 'atlassian-token',
  title: 'Atlassian API token (before 2023)',
  names: ['atlassian', 'jira', 'confluence'],
  value: /[A-Za-z0-9]{24}/,
  tail: ['token', 'api_key', 'apikey', 'password'],
  minEntropy: 3.5,
  check: (secret) => isMixed(secret),
  positives: () => [leak`JIRA_API_TOKEN="${fake(base62, 24)}"`],
  negatives: () => [`jira_project: ${fake(lower, 24)}`, `jira_token_name = 'authenticationTokenIssuer'`],
});
