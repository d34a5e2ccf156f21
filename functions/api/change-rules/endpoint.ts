import { defineEndpoint } from '#contract/endpoint.ts';
import { customRules, customRulesView } from '#contract/schemas/rules/custom-rules.ts';
import { readYaml } from '#contract/yaml/read-yaml.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-rules',
  method: 'PUT',
  path: '/v1/organization/rules',
  summary: "Replace the organization's custom rules for secrets and code, for later scans.",
  description:
    'At most 200. Each is compiled and must pass its examples before it is accepted. An empty list removes all. Every plan may remove rules.',
  roles: managers,
  scopes: ['organization:write'],
  headers: ['If-Match'],
  requestMediaTypes: ['application/json', 'application/yaml'],
  readYaml,
  body: customRules,
  bodyLimitBytes: 524_288,
  person: true,
  responses: {
    200: { description: 'The rules as they are now.', headers: ['ETag'], schema: customRulesView },
  },
  problems: ['precondition_required', 'etag_mismatch', 'entitlement_denied', 'policy_too_large'],
  needs: { core: 'write', eventDispatch: 'invoke', ruleTrial: 'invoke' },
});
