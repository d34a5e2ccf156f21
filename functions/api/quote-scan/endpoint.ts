import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { scanRequest, uploadReference } from '#contract/scan-request.ts';
import { id, scanType, skippedScanType } from '#contract/schemas.ts';
import { quotedGates } from '@scangate/domain/scans/quote-scan';
import { everyRole } from '@scangate/domain/identity/roles';
import { poolNames } from '@scangate/domain/credits/credit-pool';

const count = z.int().min(0);
const credits = z.object({ core: count, sast: count });
const balance = z.object({ before: count, after: count });
const gate = z.object({
  gate: z.enum(quotedGates),
  passed: z.boolean(),
  scanId: id.optional().meta({ description: 'Of the equal scan that would answer, at no cost.' }),
  code: z.string().optional(),
  detail: z.string().optional(),
  capability: z.string().optional(),
  pool: z.enum(poolNames).optional(),
  balance: count.optional(),
  required: count.optional(),
  remedy: z.string().optional(),
});

const quote = z.object({
  price: credits.meta({ description: 'Debited when it is created.' }),
  priceLater: credits.meta({
    description: 'For registered units beyond the first 40, debited one by one while it runs.',
  }),
  scanTypes: z.array(scanType),
  skippedScanTypes: z.array(skippedScanType),
  projectUnits: z.array(z.object({ projectUnitId: id, path: z.string(), type: z.string(), charge: credits })),
  balance: z.object({ core: balance, sast: balance }),
  gates: z.array(gate).meta({ description: 'In the order they are asked.' }),
  refusal: gate.nullable().meta({ description: 'The one that would answer 402; null: none.' }),
});

export const endpoint = defineEndpoint({
  name: 'quote-scan',
  method: 'POST',
  path: '/v1/scans/quote',
  summary: 'What a scan would cost and which gate would refuse it. Changes nothing, reserves nothing.',
  description: 'Takes the request of POST /v1/scans. The content of a lockfile or SBOM is not looked at.',
  roles: everyRole,
  // It tells what this credential's creation would meet.
  scopes: ['scans:write'],
  capability: 'api',
  requestMediaTypes: ['application/json', 'application/gzip'],
  body: scanRequest,
  bodyAlternatives: { uploadId: uploadReference },
  responses: { 200: { description: 'The quote, also of what would be refused.', schema: quote } },
  problems: [
    'repository_not_found',
    'project_unit_not_found',
    'upload_not_found',
    'both_artifacts',
    'project_unit_required',
    'project_unit_foreign',
    'lockfile_path_invalid',
    'unsupported_lockfile',
    'scan_type_not_applicable',
  ],
  needs: { core: 'read', blobs: { read: ['incoming'] } },
});
