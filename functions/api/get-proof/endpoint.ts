import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-proof',
  method: 'GET',
  path: '/v1/scans/{scanId}/proof',
  summary: 'Get the proof of a verdict: a zip with the signed verdict, its evidence and reports for people.',
  description: [
    'report.html, the verdict, its attestation and the key, findings as JSON and SARIF, the SBOM as CycloneDX and SPDX, VEX,',
    'policy, waivers, coverage, the stored documents that the attestation names, and a manifest of digests. The same scan and',
    'version of the service give the same bytes. `npm run verify-verdict` checks it offline. An export: the plan must include',
    'proof_export.',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ scanId: id }),
  responses: {
    200: {
      description: 'A zip.',
      headers: ['Content-Disposition'],
      schema: z.string(),
      mediaTypes: ['application/zip'],
    },
  },
  problems: [
    'scan_not_found',
    'scan_not_ended',
    'not_attested',
    'payload_expired',
    'proof_too_large',
    'entitlement_denied',
  ],
  needs: {
    core: 'write',
    blobs: { read: ['results', 'pipelines'] },
    signing: 'sign',
    verificationKeys: 'read',
    publicAddress: true,
  },
  stream: true,
  memoryMb: 2048,
  timeoutSeconds: 120,
});
