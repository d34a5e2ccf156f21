import * as z from 'zod';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { buyers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'open-portal',
  method: 'POST',
  path: '/billing/portal',
  summary: 'Open the page where the way to pay is changed.',
  roles: buyers,
  scopes: ['billing:write'],
  managedByParent: true,
  idempotent: true,
  answers: { 201: { description: 'The page.', schema: z.object({ url: z.string() }) } },
  problems: ['conflict', 'idempotency_in_progress'],
  needs: { core: 'write', ledger: 'append', till: true },
});
