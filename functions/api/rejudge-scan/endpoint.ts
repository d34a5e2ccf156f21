import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { rejudgment } from '#contract/schemas/judgment.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'rejudge-scan',
  method: 'POST',
  path: '/v1/scans/{scanId}/rejudge',
  summary: "Judge a scan again with today's advisories, policy and waivers.",
  description: [
    'It costs no credit and scans nothing; a new judgment claims the license of the month.',
    'The judgment is stored beside the first verdict, which never changes; inputs',
    'that were judged before give the judgment that is stored already. The newest 20 judgments are kept.',
    'A build of Maven or Gradle stays resolved by the published poms of its scan, which `pomSnapshot` names.',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:write'],
  params: z.object({ scanId: id }),
  responses: { 200: { description: 'The judgment.', schema: rejudgment } },
  problems: [
    'scan_not_found',
    'scan_not_ended',
    'scan_not_judged',
    'payload_expired',
    'seat_license_required',
  ],
  needs: { core: 'write', blobs: { read: ['results'] }, advisories: 'read' },
  memoryMb: 2048,
});
