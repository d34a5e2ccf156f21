import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { findingNotes, fingerprint } from '#contract/schemas/tracked-finding.ts';
import { waiverRenewal } from '#contract/schemas/waiver.ts';
import { everyRole } from '@scangate/domain/identity/roles';
import { maxActedFindings } from '@scangate/domain/tracking/finding-actions';

export const endpoint = defineEndpoint({
  name: 'act-on-findings',
  method: 'POST',
  path: '/v1/findings/actions',
  summary: 'Assign, note or waive many findings at once.',
  description: [
    'Each action asks of the caller what it asks of one finding: a waiver needs `organization:write`, and members request',
    'one. A finding in several project units is acted on in all of them. Each finding has a result of its own. The same',
    'request again does what is left, and nothing twice: a waiver with the same reason and end is not made again.',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:write'],
  person: true,
  body: z
    .strictObject({
      fingerprints: z.array(fingerprint).min(1).max(maxActedFindings).meta({ description: 'The findings.' }),
      assign: id
        .nullable()
        .optional()
        .meta({ description: 'A member of the organization; null for nobody.' }),
      note: findingNotes
        .nullable()
        .optional()
        .meta({ description: 'Replaces the notes; null removes them.' }),
      waive: waiverRenewal.required().optional().meta({ description: 'Waives them until a set time.' }),
    })
    .refine(
      ({ assign, note, waive }) => assign !== undefined || note !== undefined || waive !== undefined,
      'At least one of assign, note and waive says what to do.',
    )
    .meta({
      examples: [
        {
          fingerprints: ['6d1e1a312508653528e9a9a26d1c135b'],
          waive: { reason: 'The logger is never given untrusted text.', expiresAt: '2026-05-01T00:00:00Z' },
        },
      ],
    }),
  bodyLimitBytes: 65_536,
  hints: { '/assignee': 'Use assign.', '/notes': 'Use note.' },
  responses: {
    200: {
      description: 'The result for each finding.',
      schema: z.object({
        items: z.array(
          z.object({
            fingerprint: z.string(),
            status: z
              .enum(['done', 'unchanged', 'failed'])
              .meta({ description: 'failed: at least one action was refused; others may have succeeded.' }),
            code: z.string().optional().meta({ description: 'The reason, as a problem code.' }),
          }),
        ),
      }),
    },
  },
  problems: ['seat_license_required'],
  needs: { core: 'write', eventDispatch: 'invoke' },
});
