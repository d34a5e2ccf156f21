import * as z from 'zod';
import { managers } from '@scangate/domain/identity/roles';
import { clientBudget } from '#contract/schemas/budget.ts';
import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'list-budgets',
  method: 'GET',
  path: '/billing/budgets',
  summary: 'List the budgets of client organizations, with what is spent of them this month.',
  roles: managers,
  scopes: ['billing:read'],
  managedByParent: true,
  responses: { 200: { description: 'The budgets.', schema: z.object({ items: z.array(clientBudget) }) } },
  problems: [],
  needs: { core: 'read' },
});
