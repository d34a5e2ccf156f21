import { defineEndpoint } from '#contract/endpoint.ts';
import {
  scanRequest,
  scanRequestFields,
  scanRequestHints,
  uploadReference,
} from '#contract/schemas/scan-request.ts';
import { createdScan } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'create-scan',
  method: 'POST',
  path: '/v1/scans',
  summary: 'Scan a commit, or a lockfile or SBOM built in CI.',
  description:
    'Send the request as JSON, as application/gzip of that JSON, or upload it first and send its uploadId alone. ' +
    'Of an SBOM that was uploaded alone, send its uploadId and all other fields. ' +
    'At most 10,485,760 bytes of JSON in each case. An upload is used for one scan.',
  roles: everyRole,
  scopes: ['scans:write'],
  requestMediaTypes: ['application/json', 'application/gzip'],
  idempotent: true,
  body: scanRequest,
  hints: scanRequestHints,
  bodyAlternatives: { uploadId: uploadReference },
  artifactBeside: scanRequestFields,
  responses: {
    201: { description: 'Created.', headers: ['Location'], schema: createdScan },
    200: {
      description: 'An equal scan exists; nothing was debited.',
      schema: createdScan.meta({
        examples: [
          {
            scanId: '0197c0de-0000-7000-8000-000000000001',
            status: 'completed',
            repositoryId: '0192c9a0-6c00-7000-8000-000000000002',
            commitHash: '07f983dc5443e30e4745f718715c62279ebb491d',
            scanTypes: ['sca', 'secrets'],
            skippedScanTypes: [],
            sourceTrigger: 'api',
            checksBy: 'client',
            deduplicated: true,
            credits: { core: 0, sast: 0 },
            createdAt: '2026-03-01T12:00:00.000Z',
          },
        ],
      }),
    },
  },
  problems: [
    'insufficient_credits',
    'sast_addon_required',
    'seat_license_required',
    'payment_failed',
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
    'sbom_invalid',
    'scan_type_not_applicable',
  ],
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    blobs: {
      read: ['incoming', 'pipelines'],
      write: ['incoming', 'pipelines'],
      remove: ['pipelines', 'incoming'],
    },
    workflow: 'start',
    recharge: 'start',
    artifactCheck: 'invoke',
    activeScanLimit: true,
  },
  loadsOnDemand: true,
  memoryMb: 512,
});
