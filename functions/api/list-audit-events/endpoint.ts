import * as z from 'zod';
import { auditEvent } from '#contract/schemas/audit-event.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { pageOf, paging } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-audit-events',
  method: 'GET',
  path: '/v1/audit-events',
  summary: 'List who changed what and when, newest first.',
  description: 'Events about the billing of a client organization are in the log of its parent.',
  roles: managers,
  scopes: ['organization:read'],
  capability: 'audit_log',
  query: z.strictObject(paging),
  responses: { 200: { description: 'A page of events.', schema: pageOf(auditEvent) } },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
