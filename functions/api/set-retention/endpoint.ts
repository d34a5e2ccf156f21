import * as z from 'zod';
import { retention } from '#contract/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { managers } from '@scangate/domain/identity/roles';

/** No plan's maximum: where there is none, dates still have to be computed with it. */
const mostDays = 1_000_000;

export const endpoint = defineEndpoint({
  name: 'set-retention',
  method: 'PUT',
  path: '/billing/retention',
  summary: 'Choose how long scan payloads are kept, within what the plan allows.',
  roles: managers,
  scopes: ['billing:write'],
  managedByParent: true,
  body: z.strictObject({ days: z.int().min(1).max(mostDays) }),
  responses: { 200: { description: 'In days.', schema: retention } },
  problems: ['retention_over_plan'],
  needs: { core: 'write', ledger: 'append' },
});
