import * as z from 'zod';
import { addonSize, subscription } from '../../../lib/contract/billing.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { buyers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'start-sast-addon',
  method: 'POST',
  path: '/billing/sast-addon',
  summary: 'Buy the SAST add-on, in the size that goes with the plan.',
  roles: buyers,
  scopes: ['billing:write'],
  managedByParent: true,
  idempotent: true,
  body: z.strictObject({ size: addonSize }),
  answers: { 201: { description: 'It is paid, and active.', schema: subscription } },
  problems: ['conflict', 'card_declined', 'idempotency_in_progress'],
  needs: { core: 'write', ledger: 'append', till: true },
});
