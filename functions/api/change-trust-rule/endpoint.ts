import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { trustRule, trustRuleChange } from '#contract/schemas/identity/trust-rule.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-trust-rule',
  method: 'PATCH',
  path: '/v1/oidc/trust/{trustId}',
  summary: 'Change a trust rule, or take it over.',
  description:
    'Its provider and issuer stay. What the rule of somebody else trusts is changed by taking it over: send your own ' +
    '`personId`. Tokens that act for the person before are no longer accepted then.',
  roles: managers,
  scopes: ['organization:write'],
  person: true,
  params: z.object({ trustId: id }),
  body: trustRuleChange.meta({ examples: [{ name: 'Pipelines of the shop' }] }),
  bodyLimitBytes: 65_536,
  responses: { 200: { description: 'The changed rule.', schema: trustRule } },
  problems: [
    'trust_rule_not_found',
    'trust_too_wide',
    'repository_not_found',
    'other_person_required',
    'conflict',
  ],
  needs: { core: 'write', issuers: true },
});
