import * as z from 'zod';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { createdScan, id } from '../../../lib/contract/schemas.ts';
import { everyRole } from '../../../lib/domain/roles.ts';
import { scanTypes } from '../../../lib/domain/scans/scan-type.ts';

/** Also the shape of an uploaded request (`POST /v1/uploads`). */
export const scanRequest = z.strictObject({
  repositoryId: id.meta({ description: 'From GET /v1/repositories/resolve; a name is not accepted.' }),
  commitHash: z
    .string()
    .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i)
    .meta({ description: 'The full commit hash.' }),
  branch: z.string().min(1).max(255).optional(),
  projectUnitId: id
    .optional()
    .meta({ description: 'Limits the scan to this unit; required with an artifact.' }),
  scanTypes: z
    .array(z.enum([...scanTypes, 'all']))
    .min(1)
    .max(20)
    .optional()
    .meta({ description: 'Omitted, or containing "all": the full scope.' }),
  lockfile: z
    .strictObject({ path: z.string(), content: z.string() })
    .optional()
    .meta({ description: 'A lockfile built in CI. Relative path; not together with sbom.' }),
  sbom: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'A CycloneDX JSON document, 1.2 to 1.7; not together with lockfile.' }),
});
export type ScanRequest = z.infer<typeof scanRequest>;

export const uploadReference = z.strictObject({ uploadId: id });

export const endpoint = defineEndpoint({
  name: 'create-scan',
  method: 'POST',
  path: '/v1/scans',
  summary: 'Scan a commit, or a lockfile or SBOM built in CI.',
  description:
    'Send the request as JSON, as application/gzip of that JSON, or upload it first and send its uploadId alone. ' +
    'At most 10,485,760 bytes of JSON in each case.',
  roles: everyRole,
  scopes: ['scans:write'],
  capability: 'api',
  accepts: ['application/json', 'application/gzip'],
  idempotent: true,
  body: scanRequest,
  bodyAlternatives: { uploadId: uploadReference },
  answers: {
    201: { description: 'Created.', schema: createdScan },
    200: { description: 'An equal scan exists; nothing was debited.', schema: createdScan },
  },
  problems: [
    'insufficient_credits',
    'sast_addon_required',
    'seat_license_required',
    'payment_failed',
    'repository_not_found',
    'project_unit_not_found',
    'upload_not_found',
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
    ledger: 'append',
    blobs: { read: ['incoming'], write: ['incoming'] },
    workflow: 'start',
    artifactCheck: 'invoke',
  },
  memoryMb: 512,
});
