import * as z from 'zod';
import { addonSize, subscription } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'start-sast-addon',
  method: 'POST',
  path: '/billing/sast-addon',
  summary: 'Buy the SAST add-on in the size of the plan.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  idempotent: true,
  body: z.strictObject({ size: addonSize }),
  responses: { 201: { description: 'The add-on is paid and active.', schema: subscription } },
  problems: ['conflict', 'card_declined', 'idempotency_in_progress'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
});
