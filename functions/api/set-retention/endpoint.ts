import * as z from 'zod';
import { retention } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { managers } from '@scangate/domain/identity/roles';

/** Bounds plans without a maximum, so that dates can still be computed. */
const maxDays = 1_000_000;

export const endpoint = defineEndpoint({
  name: 'set-retention',
  method: 'PUT',
  path: '/billing/retention',
  summary: 'Set how long scan payloads are kept, up to the maximum of the plan.',
  roles: managers,
  scopes: ['billing:write'],
  managedByParent: true,
  body: z.strictObject({ days: z.int().min(1).max(maxDays) }),
  responses: { 200: { description: 'The retention in days.', schema: retention } },
  problems: ['retention_over_plan'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append' },
});
