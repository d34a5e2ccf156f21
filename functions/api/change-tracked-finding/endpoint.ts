import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { findingNotes, fingerprint, trackedFindingDetail } from '#contract/schemas/tracked-finding.ts';
import { everyRole } from '@scangate/domain/identity/roles';

const ticket = z
  .string()
  .max(512)
  .regex(/^https:\/\/[^\s\p{Cc}\p{Cs}]{1,512}$/u, 'A ticket is an https address without spaces.');

export const endpoint = defineEndpoint({
  name: 'change-tracked-finding',
  method: 'PATCH',
  path: '/v1/findings/{fingerprint}',
  summary: 'Assign a finding, or change its notes or its ticket; null removes what is there.',
  description: 'Any member may do this; the audit log records who did. Scans never change these fields.',
  roles: everyRole,
  scopes: ['scans:write'],
  person: true,
  params: z.object({ fingerprint }),
  query: z.strictObject({ projectUnitId: id.optional() }),
  headers: ['If-Match'],
  body: z
    .strictObject({
      assignee: id.nullable().optional().meta({ description: 'A member of the organization.' }),
      notes: findingNotes.nullable().optional(),
      ticket: ticket.nullable().optional(),
    })
    .meta({
      examples: [
        {
          assignee: '0192c9a0-6c00-7000-8000-000000000001',
          notes: 'The upgrade is planned for the next release.',
          ticket: 'https://tickets.example.com/SHOP-17',
        },
      ],
    }),
  bodyLimitBytes: 65_536,
  hints: {
    '/state': 'Scans decide the state; request a waiver to tolerate a finding.',
    '/note': 'Use notes.',
    '/assigneeId': 'Use assignee.',
  },
  responses: {
    200: { description: 'The finding as it is now.', headers: ['ETag'], schema: trackedFindingDetail },
  },
  problems: ['finding_not_found', 'finding_ambiguous', 'precondition_required', 'etag_mismatch'],
  needs: { core: 'write' },
});
