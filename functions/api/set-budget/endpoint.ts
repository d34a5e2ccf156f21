import * as z from 'zod';
import { managers } from '@scangate/domain/identity/roles';
import { clientBudget, poolBudget } from '#contract/schemas/budget.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';

export const endpoint = defineEndpoint({
  name: 'set-budget',
  method: 'PUT',
  path: '/billing/budgets/{organizationId}',
  summary: 'Set what a client organization may spend in a calendar month (UTC).',
  description:
    'At the soft limit the owners and admins of the account get a mail; beyond the hard limit scans are refused with ' +
    '402 `budget_exhausted`. A pool without limits has no budget; a body without pools removes the budget.',
  roles: managers,
  scopes: ['billing:write'],
  managedByParent: true,
  params: z.strictObject({ organizationId: id }),
  body: z
    .strictObject({ core: poolBudget.optional(), sast: poolBudget.optional() })
    .meta({ examples: [{ core: { soft: 80, hard: 100 } }] }),
  responses: { 200: { description: 'The budget, with the amount spent.', schema: clientBudget } },
  problems: ['not_found', 'conflict'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append' },
});
