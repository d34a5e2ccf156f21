import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import {
  scanRequest,
  scanRequestFields,
  scanRequestHints,
  uploadReference,
} from '#contract/schemas/scan-request.ts';
import { laterCharges, laterRefunds } from '#contract/schemas/later-costs.ts';
import { count, id, scanType, skippedScanType } from '#contract/schemas/resources.ts';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { everyRole } from '@scangate/domain/identity/roles';
import { billingGateNames } from '@scangate/domain/scans/billing-gates';

const credits = z.object({ core: count, sast: count });
const balance = z.object({ before: count, after: count });
const gate = z.object({
  gate: z.enum(billingGateNames),
  passed: z.boolean(),
  scanId: id.optional().meta({ description: 'The equal scan that would be returned, at no cost.' }),
  code: z.string().optional(),
  detail: z.string().optional(),
  capability: z.string().optional(),
  pool: z.enum(poolNames).optional(),
  balance: count.optional(),
  required: count.optional(),
  remedy: z.string().optional(),
});

const quote = z.object({
  price: credits.meta({
    description: 'Debited when the scan is created: the maximum for the registered project units.',
  }),
  laterCharges: laterCharges.optional(),
  laterRefunds: laterRefunds.optional(),
  priceLater: credits.meta({
    description: 'For registered units beyond the first 40, debited one by one while the scan runs.',
  }),
  scanTypes: z.array(scanType),
  skippedScanTypes: z.array(skippedScanType),
  projectUnits: z.array(z.object({ projectUnitId: id, path: z.string(), type: z.string(), charge: credits })),
  balance: z.object({ core: balance, sast: balance }),
  gates: z.array(gate).meta({ description: 'In the order in which they are checked.' }),
  refusal: gate.nullable().meta({ description: 'The gate that would refuse with 402, or null.' }),
});

export const endpoint = defineEndpoint({
  name: 'quote-scan',
  method: 'POST',
  path: '/v1/scans/quote',
  summary: 'Quote what a scan would cost and which gate would refuse it. Changes and reserves nothing.',
  description: 'Takes the request of POST /v1/scans. The content of a lockfile or SBOM is not read.',
  roles: everyRole,
  // A quote shows the response of a creation with this credential, so it needs the same scope.
  scopes: ['scans:write'],
  requestMediaTypes: ['application/json', 'application/gzip'],
  body: scanRequest,
  hints: scanRequestHints,
  bodyAlternatives: { uploadId: uploadReference },
  artifactBeside: scanRequestFields,
  responses: { 200: { description: 'The quote, also when a gate would refuse the scan.', schema: quote } },
  problems: [
    'repository_paused',
    'repository_not_found',
    'project_unit_not_found',
    'scan_not_found',
    'upload_not_found',
    'upload_used',
    'both_artifacts',
    'project_unit_required',
    'project_unit_foreign',
    'lockfile_path_invalid',
    'unsupported_lockfile',
    'scan_type_not_applicable',
  ],
  needs: { core: 'read', blobs: { read: ['incoming'] }, activeScanLimit: true },
});
