import { defineEndpoint } from '#contract/endpoint.ts';
import { customRulesToTry, ruleTrial } from '#contract/schemas/rules/custom-rules.ts';
import { readYaml } from '#contract/yaml/read-yaml.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'simulate-rules',
  method: 'POST',
  path: '/v1/organization/rules/simulate',
  summary: 'Try rules on the commits of the newest scans. Changes nothing.',
  description:
    'Checks rules like a change, and runs them on the project units of the newest scans, whose commits are fetched again.',
  roles: managers,
  scopes: ['organization:read', 'scans:read'],
  capability: 'policy_complete',
  person: true,
  requestMediaTypes: ['application/json', 'application/yaml'],
  readYaml,
  body: customRulesToTry,
  bodyLimitBytes: 524_288,
  responses: { 200: { description: 'The findings of the rules, by scan.', schema: ruleTrial } },
  problems: ['policy_too_large'],
  needs: { core: 'read', ruleTrial: 'invoke' },
});
