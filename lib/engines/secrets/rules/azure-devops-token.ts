import { namedValueRule } from '../rule.ts';
import { digits, fake, leak } from '../rule-example.ts';

export const azureDevopsToken = namedValueRule({
  id: 'azure-devops-token',
  title: 'Azure DevOps personal access token',
  names: ['azure_devops', 'azuredevops', 'devops_pat', 'ado_pat', 'vsts', 'azdo', 'system_accesstoken'],
  value: /[a-z2-7]{52}/,
  minEntropy: 3.8,
  positives: () => [
    leak`AZURE_DEVOPS_PAT=${fake('abcdefghijklmnopqrstuvwxyz234567', 52)}`,
    leak`azure_devops_token: ${fake('abcdefghijklmnopqrstuvwxyz234567', 52, 2)}`,
  ],
  negatives: () => [`vsts_build_id = ${fake(digits, 52)}`],
});
